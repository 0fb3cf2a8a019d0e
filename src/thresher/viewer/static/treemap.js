// Boxes drawn by Plotly, which comes with its Python package and is served from this machine.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const data = JSON.parse(document.getElementById("boxes").textContent);
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim();
  const box = style.getPropertyValue("--box").trim();
  const accent = style.getPropertyValue("--accent").trim();
  Plotly.newPlot("map", [{
    type: "treemap", labels: data.labels, parents: data.parents, values: data.values, ids: data.ids, text: data.texts,
    branchvalues: "total", hoverinfo: "label+text", textinfo: "label",
    marker: { colors: data.colours, colorscale: [[0, box], [1, accent]], cmin: 0, cmax: 100, line: { color: ink, width: 0.5 },
              colorbar: { title: { text: "% changed" }, thickness: 12, tickfont: { color: ink } } },
    maxdepth: 4, tiling: { pad: 2 },
  }], {
    margin: { t: 28, l: 0, r: 0, b: 0 }, paper_bgcolor: "rgba(0,0,0,0)", font: { color: ink, size: 13 }, height: 620,
  }, { displaylogo: false, responsive: true, displayModeBar: false });
});

// Looks again after two seconds at a page that is still being made. Without this script the page's refresh does the same:
// where there are scripts, a refresh in the markup would only be in the way of those who read slowly or by ear.
"use strict";
setTimeout(() => location.reload(), 2000);

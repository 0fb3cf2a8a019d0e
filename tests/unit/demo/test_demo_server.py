"""The site over HTTP."""

import http.client
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from thresher.demo import DemoServer


def connect(server: DemoServer) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(server.origin.removeprefix("http://"), timeout=5)


def test_the_server_serves_the_bytes_of_the_site_over_one_connection_and_counts() -> None:
    with DemoServer() as server:
        connection = connect(server)
        bodies = []
        for target in ("/", "/blog/", "/robots.txt"):
            connection.request("GET", target)
            bodies.append(connection.getresponse().read())
        connection.close()

        assert bodies == [server.site.answer(target).body for target in ("/", "/blog/", "/robots.txt")]
        assert f"Sitemap: {server.url}sitemap.xml".encode() in bodies[2]
        assert server.requests == 3


def test_header_case_order_and_repetition_reach_the_wire() -> None:
    with DemoServer() as server, socket.create_connection(("127.0.0.1", int(server.origin.rpartition(":")[2]))) as raw:
        raw.sendall(b"GET /forum/ HTTP/1.1\r\nHost: demo\r\nConnection: close\r\n\r\n")
        head = b""
        while chunk := raw.recv(65536):
            head += chunk

    names = [line.partition(b":")[0] for line in head.partition(b"\r\n\r\n")[0].split(b"\r\n")[1:]]
    assert names == [b"Content-Type", b"X-Powered-BY", b"Set-Cookie", b"SET-cookie", b"Content-Length"]


def test_the_session_cookie_takes_the_session_ids_out_of_the_links() -> None:
    with DemoServer() as server:
        connection = connect(server)
        connection.request("GET", "/forum/")
        first = connection.getresponse()
        text = first.read()
        connection.request("GET", "/forum/", headers={"Cookie": first.headers["Set-Cookie"].partition(";")[0]})
        again = connection.getresponse().read()
        connection.close()

    assert b"sid=" in text
    assert b"sid=" not in again


def test_head_has_no_body_and_post_is_refused() -> None:
    with DemoServer() as server:
        connection = connect(server)
        connection.request("HEAD", "/blog/")
        asked = connection.getresponse()
        assert (asked.status, asked.read()) == (200, b"")
        assert int(asked.headers["Content-Length"]) > 1000
        connection.request("POST", "/blog/comment-post", body=b"comment=hello")
        assert connection.getresponse().status == 405
        connection.close()


def test_many_clients_at_once_are_counted_exactly() -> None:
    def fetch(server: DemoServer) -> int:
        connection = connect(server)
        connection.request("GET", "/about.html")
        status = connection.getresponse().status
        connection.close()
        return status

    with DemoServer() as server:
        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(fetch, [server] * 40))

        assert statuses == [200] * 40
        assert server.requests == 40


def test_after_the_context_kept_connections_are_ended_and_the_port_is_free() -> None:
    with DemoServer() as server:
        connection = connect(server)
        connection.request("GET", "/")
        connection.getresponse().read()

    assert connection.sock is not None
    assert connection.sock.recv(1) == b""
    connection.close()
    with pytest.raises(ConnectionRefusedError):
        connect(server).request("GET", "/")

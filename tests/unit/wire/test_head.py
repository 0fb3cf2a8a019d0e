from thresher.wire import find_head_end, read_head


def test_case_order_and_duplicates_of_headers_are_kept() -> None:
    head = read_head(b"HTTP/1.1 200 OK\r\nX-b: 1\r\nx-B:2\r\nA:  3 \r\n\r\n")

    assert head is not None
    assert head.headers == (("X-b", "1"), ("x-B", "2"), ("A", "3"))
    assert head.get("x-b") == "1"


def test_a_reason_phrase_is_not_needed() -> None:
    head = read_head(b"HTTP/1.0 404\r\n\r\n")

    assert head is not None
    assert (head.version, head.status, head.keeps_alive) == ("1.0", 404, False)


def test_what_does_not_begin_with_a_status_line_is_no_head() -> None:
    assert read_head(b"<html>") is None
    assert read_head(b"HTTP/1.1 OK\r\n\r\n") is None


def test_folded_header_lines_are_joined() -> None:
    head = read_head(b"HTTP/1.1 200 OK\r\nA: one\r\n  two\r\nB: three\r\n\r\n")

    assert head is not None
    assert head.headers == (("A", "one two"), ("B", "three"))


def test_a_length_that_makes_no_sense_counts_as_none() -> None:
    lengths = {}
    for value in ("12", "-1", "1e3", "", "12, 12", "9" * 30):
        head = read_head(f"HTTP/1.1 200 OK\r\nContent-Length: {value}\r\n\r\n".encode())
        assert head is not None
        lengths[value] = head.body_length

    assert lengths == {"12": 12, "-1": None, "1e3": None, "": None, "12, 12": 12, "9" * 30: None}


def test_only_a_final_chunked_coding_is_chunked() -> None:
    heads = [
        read_head(f"HTTP/1.1 200 OK\r\nTransfer-Encoding: {value}\r\n\r\n".encode())
        for value in ("chunked", "gzip, Chunked", "chunked, gzip", "identity")
    ]

    assert [head.is_chunked for head in heads if head] == [True, True, False, False]


def test_the_end_of_a_head_is_found_with_bare_line_feeds_too() -> None:
    assert find_head_end(b"HTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody") == 25
    assert find_head_end(b"HTTP/1.1 200 OK\nA: 1\n\nbody") == 22
    assert find_head_end(b"HTTP/1.1 200 OK\r\nA: 1\r\n") == -1

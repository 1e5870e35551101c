import gc
import gzip
from pathlib import Path

import pytest

from seahaven.errors import InputError, Position
from seahaven.files import Element, load_xml, parse_xml

ROADS = """\
<?xml version="1.0" encoding="UTF-8"?>
<net>
  <road id="a" length="12.5" lanes="2" kind="wide">
    <mark s="1" t="2"/>
    <mark s="3" t="nan"/>
  </road>
  <road id="b"><text>some <b>bold</b> words</text></road>
</net>
"""


def test_elements_know_name_attributes_line_and_path() -> None:
    root = parse_xml(ROADS, file="roads.xml")
    road, other = root.all("road")
    first, second = road.children
    assert (root.tag, root.line, root.parent) == ("net", 2, None)
    assert (road.attributes["id"], road.at) == ("a", Position("roads.xml", 3))
    assert second.path == "net/road[@id='a']/mark[2]"
    assert root.below("road", "mark") == [first, second]
    assert (root.first("road"), root.first("mark")) == (road, None)
    assert [element.tag for element in root.everything()] == ["net", "road", "mark", "mark", "road", "text", "b"]
    assert other.parent is root


def test_text_is_kept_for_the_elements_asked_for() -> None:
    text = parse_xml("<a><b>one &amp; <![CDATA[<two>]]></b><c>three</c></a>", texts=("b",))
    assert [child.text for child in text] == ["one & <two>", ""]


def test_names_come_without_prefix() -> None:
    root = parse_xml('<x:net xmlns:x="somewhere"><x:road id="1"/></x:net>')
    assert (root.tag, root.children[0].tag) == ("net", "road")


@pytest.fixture
def road() -> Element:
    return parse_xml(ROADS, file="roads.xml").children[0]


def test_attributes_are_read_by_type(road: Element) -> None:
    assert (road.word("id"), road.number("length"), road.whole("lanes")) == ("a", 12.5, 2)
    assert (road.choice("kind", {"wide": 1, "narrow": 2}), road.children[0].numbers("s", "t")) == (1, (1.0, 2.0))
    assert (road.word("no", "-"), road.number("no", None), road.whole("no", 7), road.choice("no", {}, 8)) == (
        "-",
        None,
        7,
        8,
    )


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda road: road.word("kindd"), "has no attribute 'kindd'; is it meant by 'kind'?"),
        (lambda road: road.number("colour"), "has no attribute 'colour' "),
        (lambda road: road.number("kind"), "has kind 'wide'; expected a number"),
        (lambda road: road.whole("length"), "has length '12.5'; expected a whole number"),
        (lambda road: road.number("length", least=20.0), "has length '12.5'; expected at least 20"),
        (lambda road: road.choice("kind", {"wild": 1}), "has kind 'wide', which is unknown; did you mean 'wild'"),
        (lambda road: road.children[1].number("t"), "has t 'nan'; expected a finite number"),
        (lambda road: road.children[1].numbers("s", "t"), "has t 'nan'; expected a finite number"),
        (lambda road: road.children[0].numbers("s", "u"), "has no attribute 'u'"),
    ],
)
def test_wrong_attributes_are_refused_with_place_and_path(road: Element, read: object, message: str) -> None:
    assert callable(read)
    with pytest.raises(InputError) as caught:
        read(road)
    assert message in str(caught.value)
    assert str(caught.value).startswith("roads.xml:")
    assert "(net/road[@id='a']" in str(caught.value)


def test_huge_whole_numbers_are_refused() -> None:
    element = parse_xml(f'<a n="{"9" * 5000}" m="1_0"/>')
    for name in "nm":
        with pytest.raises(InputError, match="expected a whole number"):
            element.whole(name)


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>
<lolz>&lol2;</lolz>"""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (b"\x7fELF\x00\x01", "the file is binary; expected XML"),
        (b"hello", "does not begin with '<'"),
        (b"{}", "does not begin with '<'"),
        (b"<a><b></a>", "<text>:1:.*not well-formed XML: mismatched tag"),
        (b"<a>\n<b x='1'>\n<c", "the file ends inside <b> of line 2; it seems to be cut off"),
        (b"<a>\n<b x='1'/>\n", "the file ends inside <a> of line 1; it seems to be cut off"),
        (b"<a>\n<b x='\xff'/></a>", r"<text>:2: byte 0xff at offset 10 is not UTF-8; save the file as UTF-8"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "klingon|unknown encoding"),
        (b"<a x='1' x='2'/>", "duplicate attribute"),
        (b"<a>&thing;</a>", "undefined entity"),
        (BOMB.encode(), "<text>:2: a document type .* is refused"),
        (b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>', "a document type .* is refused"),
        (b"<a/><b/>", "junk after document element"),
        (b"<!-- nothing -->", "the file ends inside its first element; it seems to be cut off"),
    ],
)
def test_unusable_files_are_refused_clearly(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_xml(content)


def test_other_encodings_are_understood() -> None:
    for encoding in ("utf-8", "utf-16", "iso-8859-1", "windows-1252"):
        text = f'<?xml version="1.0" encoding="{encoding}"?><a name="Jölengatan"/>'
        assert parse_xml(text.encode(encoding)).word("name") == "Jölengatan"


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(InputError, match="nested more than 100 levels deep"):
        parse_xml("<a>" * 100_000)


def test_an_element_can_be_refused_where_it_stands() -> None:
    with pytest.raises(InputError, match=r"roads.xml:4: <mark>: marks are not read \(net/road\[@id='a'\]/mark\)"):
        parse_xml(ROADS, file="roads.xml", refused={"mark": "marks are not read"})


def test_gzipped_files_are_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "roads.xml.gz"
    path.write_bytes(gzip.compress(ROADS.encode()))
    assert load_xml(path).tag == "net"


def test_gzipped_files_of_several_members_are_unpacked_whole(tmp_path: Path) -> None:
    path, text = tmp_path / "roads.xml.gz", ROADS.encode()
    path.write_bytes(gzip.compress(text[:20]) + gzip.compress(text[20:]) + gzip.compress(b"") + b"\0" * 100)
    assert load_xml(path).tag == parse_xml(ROADS).tag
    path.write_bytes(gzip.compress(text[:20]) + gzip.compress(text[20:])[:-9])
    with pytest.raises(InputError, match="packed by gzip but cut off"):
        load_xml(path)


def test_damaged_gzip_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(ROADS.encode())
    path = tmp_path / "roads.xml.gz"
    for content, message in ((packed[:-20], "cut off"), (packed[:10] + b"x" * 50, "damaged")):
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            load_xml(path)


def test_files_are_bounded_in_size_plain_and_unpacked(tmp_path: Path) -> None:
    plain, packed = tmp_path / "plain.xml", tmp_path / "packed.xml.gz"
    plain.write_bytes(b"<a>" + b" " * 2000)
    packed.write_bytes(gzip.compress(b"<a>" + b" " * 10_000_000))
    for path in (plain, packed):
        with pytest.raises(InputError, match="MiB"):
            load_xml(path, most_bytes=1000 if path is plain else 1_000_000)


def test_hundred_megabytes_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.xml"
    with open(path, "wb") as file:
        file.truncate(100 * 2**20)
    with pytest.raises(InputError, match="the file has 100 MiB; expected at most 64 MiB"):
        load_xml(path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere.xml: file not found"):
        load_xml(tmp_path / "nowhere.xml")


def test_lines_are_counted_beyond_65535() -> None:
    root = parse_xml("<a>" + "\n" * 70_000 + "<b/></a>")
    assert root.children[0].line == 70_001


def test_collector_runs_again_after_reading() -> None:
    assert gc.isenabled()
    with pytest.raises(InputError):
        parse_xml("<a>")
    assert gc.isenabled()

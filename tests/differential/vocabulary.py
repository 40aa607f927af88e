"""What random descriptions are made of: names, texts, numbers and formats, common ones and odd ones."""

SIMPLE = "id name size fooBar tags data value kind state owner count_of createdAt".split()
ODD = [
    *"Foo_Bar foo_bar FooBar x-y 9lives $odata.type größe 日本 null true 1 1.0 properties type description".split(),
    *"items required a.b HTTPServer s3Bucket count default enum allOf ~ a/b x-ext context _ $ref_ Description".split(),
    *"additionalProperties deprecated a~b a%b é for_each ID Id const schema example".split(),
    *("<<", "x-", "a b", "", "a\nb"),
]
USUAL_TEXTS = ["A star.", "Some text.", "What it is."]
TEXTS = [
    *("Two\nlines.", "Ends with a line\n", "Quotes \" and \\ and ' and `.", "<b>&amp;</b>", "café 😀", "tab\there"),
    *("no\u00a0break \u200b zero", "null", "~", "true", "1.50", " around ", "${var} %{if}", "# no comment", "a: b"),
    *("- x", "cr\r\nlf", "\u007f", "\ufeff", "\u0001", "\ue000 \U000e0001", "\u3000", "*x", "&y", "!z", "%", "@"),
    *("|", ">", "{", "[", "a #b", "'", '"'),
]
RARE_TEXTS = ["\u2028", "\u0085", ""]
INTEGERS = "0 1 -1 5 100 2147483648 4294967295 123456789012345 -0".split()
LARGE = [
    *"9007199254740992 9007199254740993 9223372036854775807 9223372036854775808 -9223372036854775808".split(),
    *"-9223372036854775809 18446744073709551615 18446744073709551616 100000000000000000000".split(),
]
FLOATS = [
    *"1.5 -1.5 0.1 2.50 1e-7 1e21 1.5e10 123456789.123456789 1E3 -0.0 1.0 1e3 3.9 -0.9 1e-400 0.1e1 100.0".split(),
    *"1e+2 12345678901234567890.5 4.35 1e22 5e-324 1.7976931348623157e308".split(),
]
YAML_NUMBERS = "0x10 0o17 010 1_000 .5 5. +1 -0x1 0b101 1_0.5 +1.5 -.5 08 1e3_ 0x 00 1__0".split()
YAML_WORDS = ["True", "FALSE", "yes", "no", "on", "~", "Null", "2001-01-01", "1:20", "=", ".inf", ".nan", "y", "a b"]
NOT_FINITE = (".inf", ".nan")
PATTERNS = ["^[a-z]+$", "\\d{3}", 'a"b', "^\\w+@\\w+$", "[\u00e9-\u00ff]", "`", "a|b", "\\/", "^$"]
FORMATS = "int32 int64 float double password date-time uuid set byte Password decimal uri".split()
USUAL_FORMATS = {
    "string": ["password", "date-time", "uuid"],
    "integer": ["int32", "int64"],
    "number": ["float", "double"],
    "boolean": ["x"],
}
MEDIA = [
    *("application/json", "application/json; charset=utf-8", "*/*", "text/plain", "application/xml"),
    *("application/vnd.x+json", "Application/JSON"),
]
CODES = "200 201 202 204 299 300 default 2XX 404 0200 206".split()
COMPONENTS = "Alpha Beta Gamma Delta Eps-1".split()
TYPES = ["string", "string", "integer", "integer", "number", "boolean"]

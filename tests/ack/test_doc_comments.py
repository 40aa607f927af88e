"""Documentation of AWS in HTML as the text of a comment, as in the AWS SDK for Go; and names in their forms."""

import pytest

from mapper.systems.ack.doc_comments import plain_text
from mapper.systems.ack.names import camel, camel_lower, is_identifier, snake

WORDS = " ".join(["word"] * 30)
FIRST = " ".join(["word"] * 15)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # paragraphs and headings
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("<h1>T</h1><p>a</p>", "T\n\na"),
        ("<div>a<p>b</p></div>", "a\nb"),
        ("<p></p>", ""),
        ("</p>a", "a"),
        ("One <b>bold</b>  two\r\nthree", "One bold twothree"),
        ("<note><p>n</p></note>", "n"),
        ("a<br/>b<br>c", "abc"),
        # links
        ('<p>A <a href="https://x">link</a> b.</p>', "A link (https://x) b."),
        ("<p>A <a>link</a>.</p>", "A link."),
        ("<A HREF='x y'>l</A>", "l (x y)"),
        ("<a href>l</a>", "l"),
        ("<a href=''>l</a>", "l"),
        ("<a HREF=y>l</a>", "l (y)"),
        ('<a href=z class="q>r">l</a>', "l (z)"),
        ('<a href="&amp;">l</a>', "l (&)"),
        # lists
        ("<p>x</p> <ul> <li> <p> a </p> </li> </ul> <p>y</p>", "x\n\n   * a\n\ny"),
        ("<ul><li>a</li><li><p>b</p><p>c</p></li></ul>", "   * a\n\n   * bc"),
        ("<ul>text<li>a</ul>b", "   * a"),
        ("<ul><li>a<p>b</p><b>c</b></li></ul>", "   * abc"),
        ("<li>a</li>", "a"),
        # code
        ("a <code>x</code> y", "a\n   x\n y"),
        ("<p><code>x</code> y</p>", "x y"),
        ("<pre>x</pre>", "   x"),
        # what is left out
        ("<!-- c -->a<?x?>b<!d>c", "abc"),
        ("<!-- c a", "<!-- c a"),
        ("<fullname>Zoo</fullname><p>a</p>", "a"),
        ("<fullname>Zoo</fullname>", "Zoo"),
        ("<fullname>Zoo", "Zoo"),
        ("a <examples>x</examples>b <example>y</examples>c<example>d", "a b cd"),
        ("a <example></example>x</example>b", "a b"),
        ("a <example>x<example>y</example>b", "a b"),
        ("a </example>b<example>x</example>", "a b"),
        # characters
        ("a &lt;b&gt; &amp; c", "a <b> & c"),
        ("a < b", "a < b"),
        ("a <b", "a <b"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a <<b>b</b> <$c>", "a <b <$c>"),
        ("&#65;", "A"),
        # lines of about 72 characters
        (f"<p>{WORDS}</p>", f"{FIRST}\n{FIRST}"),
        (f"{'x' * 71} y", f"{'x' * 71} y"),
        (f"{'x' * 72} y", f"{'x' * 72}\ny"),
        (f"{'x' * 73} y", f"{'x' * 73}\ny"),
        (f"{'x' * 80}", f"{'x' * 80}"),
        (f"{'x' * 72} .", f"{'x' * 72} ."),
        (f"{'x' * 72} a.", f"{'x' * 72}\na."),
        (f"{'ä' * 36} y z", f"{'ä' * 36}\ny z"),
        (f"<ul><li>{' '.join(['word'] * 20)}</li></ul>",
         f"   * {' '.join(['word'] * 14)}\n   {' '.join(['word'] * 6)}"),
    ],
)  # fmt: skip
def test_a_text_is_laid_out_as_in_the_sdk(html: str, text: str) -> None:
    assert plain_text(html) == text


NAMES = """
VpcEndpointIds VPCEndpointIDs vpcEndpointIDs vpc_endpoint_i_ds
SSEKMSKeyId SSEKMSKeyID sseKMSKeyID ssekms_key_id
dbInstanceArn DBInstanceARN dbInstanceARN db_instance_arn
Identifier Identifier identifier identifier
IdcToken IDCToken idcToken idc_token
id ID id id
ID ID id id
user_id UserID userID user_id
user-name UserName userName user_name
a.b AB aB ab
Type Type type_ type
range Range range_ range
Dbi DBI dbi dbi
DbSnapshot DBSnapshot dbSnapshot db_snapshot
IPAddress IPAddress ipAddress ip_address
Ipv6CidrBlock IPv6CIDRBlock ipv6CIDRBlock i_pv_6_cidr_block
Amis AMIs amis am_is
acmArn ACMARN acmARN acmarn
Acme Acme acme acme
CACertificateIdentifier CACertificateIdentifier caCertificateIdentifier ca_certificate_identifier
MD5OfBody MD5OfBody md5OfBody md_5_of_body
HttpsUrl HTTPSURL httpsURL httpsurl
HttpEndpoint HTTPEndpoint httpEndpoint http_endpoint
HTTPSRedirect HTTPSRedirect httpsRedirect https_redirect
Iops IOPS iops iops
IoWait IOWait ioWait io_wait
NativeThing NativeThing nativeThing native_thing
NatGateway NATGateway natGateway nat_gateway
OidcConfig OIDCConfig oidcConfig oidc_config
Oid OID oid oid
RamdiskId RAMDiskID ramDiskID ram_disk_id
ttl TTL ttl ttl
Throttling Throttling throttling throttling
Uids UIDs uids ui_ds
UiConfig UIConfig uiConfig ui_config
VpceId VPCEID vpceID vpceid
Sha256Sum SHA256Sum sha256Sum sha_256_sum
a1b A1B a1B a_1_b
ItemDBType ItemDBType itemDBType item_db_type
ArgoCdRole ArgoCDRole argoCDRole argo_cd_role
awsvpcMode AWSVPCMode awsVPCMode awsvpc_mode
SqlInjection SQLInjection sqlInjection sql_injection
ecr ECR ecr ecr
Edit Edit edit edit
Enabled Enabled enabled enabled
ipSet IPSet ipSet ip_set
GroupIdle GroupIdle groupIdle group_idle
Mibps MiBps miBps mi_bps
"""


@pytest.mark.parametrize("line", NAMES.strip().split("\n"))
def test_a_name_has_a_form_in_go_in_manifests_and_in_files(line: str) -> None:
    name, *forms = line.split()
    assert [camel(name), camel_lower(name), snake(name)] == forms


def test_a_name_of_a_model_is_an_identifier() -> None:
    assert [name for name in ("a", "_a", "a1_", "_", "1a", "a-b", "ä", "") if is_identifier(name)] == ["a", "_a", "a1_"]

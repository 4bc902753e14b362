import pytest

from cite_or_refuse.adapters.documents import read_bytes
from cite_or_refuse.domain.errors import Unreadable
from tests.pages import pages

ARTICLE = "".join(
    f"<p>Paragraph {n} says what a server should answer and what a reader then sees.</p>"
    for n in range(100)
)
SHELL_SCRIPT = f"<script>window.data = [{'12345,' * 40_000}]</script><style>{'a{}' * 999}</style>"


def why_not(html: str, kind: str = "text/html") -> tuple[str, bool]:
    with pytest.raises(Unreadable) as refusal:
        read_bytes(html.encode(), kind, "page")
    return str(refusal.value), refusal.value.withheld


def is_kept(html: str) -> bool:
    return bool(read_bytes(html.encode(), "text/html", "page").content.strip())


@pytest.mark.parametrize(
    "page",
    [
        (
            "<title>Just a moment...</title><p>Checking your browser before accessing tarn.example."
            "<script src='/cdn-cgi/challenge-platform/h/b/x.js'></script>"
        ),
        (
            "<title>tarn.example</title><h1>Security check</h1><div class=g-recaptcha></div>"
            "<p>Complete the captcha to go on."
        ),
        (
            "<title>Attention Required! | Cloudflare</title><h1>Attention "
            "Required!</h1><p>Sorry, you "
            "have been blocked."
        ),
        (
            "<title>tarn.example</title><p>Please wait<script "
            "src='https://geo.captcha-delivery.com/c'>"
            "</script>"
        ),
        "<p>Our systems have detected unusual traffic from your computer network.",
    ],
)
def test_a_challenge_to_robots_is_not_got_round(page):
    assert why_not(page) == (
        "It asks whether the reader is a robot, and that is not got round.", True
    )  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        (
            "<title>Sign in</title><form><label>Name<input name=u></label><label>Password"
            "<input type=password></label><button>Sign in</button></form>"
        ),
        "<title>Tarn</title><p>This article is for members.<form><input type='password'></form>",
    ],
)
def test_a_form_to_log_in_is_no_page(page):
    assert why_not(page) == ("It asks for a log-in.", True)


@pytest.mark.parametrize(
    "page",
    [
        (
            "<title>Before you continue</title><h1>Before you continue</h1><p>We "
            "use cookies and data "
            "to deliver services.<p>If you agree, we and our partners show personalised ads."
            "<form><input type=submit value='Accept all'></form>"
        ),
        (
            "<title>Tarn</title><p>Wir und unsere Partner nutzen Cookies. "
            "Datenschutz ist uns wichtig."
            "<button>Alle akzeptieren</button>"
        ),
    ],
)
def test_a_wall_of_consent_is_no_page(page):
    assert why_not(page) == ("It only asks for consent to cookies.", True)


@pytest.mark.parametrize(
    "page",
    [
        "<title>404</title><h1>Page not found</h1>",
        "<title>Tarn</title><h1>Oops!</h1><p>We could not find the page you were looking for. "
        "<p>It may have been moved. <a href=/>Go home</a>" + "<li><a href=/x>Section</a>" * 20,
        "<title>Seite nicht gefunden</title><p>Zurück zur Startseite",
        "<title>找不到页面</title><p>返回首页",
        "<title>Tarn docs</title><p>Sorry, this page does not exist.",
    ],
)
def test_a_soft_404_is_no_page_and_nothing_is_withheld(page):
    why, withheld = why_not(page)
    assert why == "It says that there is no such page, though its status says otherwise."
    assert not withheld


@pytest.mark.parametrize(
    "page",
    [
        "<title>Tarn</title><h1>500 Internal Server Error</h1>",
        "<h1>Error establishing a database connection</h1>",
        "<title>Down for maintenance</title><p>We will be back soon.",
        "Error: timeout",
    ],
)
def test_an_error_with_status_200_is_no_page(page):
    assert why_not(page)[0] == "It is the report of an error, though its status says otherwise."


def test_an_error_in_plain_text_is_no_page_either():
    assert "the report of an error" in why_not("Error: connection timed out", "text/plain")[0]


@pytest.mark.parametrize(
    "page",
    [
        "<title>tarn.example</title><p>The domain tarn.example is for sale. Make an offer!",
        "<h1>Welcome to nginx!</h1><p>Further configuration is required.",
    ],
)
def test_a_parked_domain_is_no_page(page):
    assert why_not(page) == (
        "There is no page, only the placeholder of a domain or server.", False
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        "<div id=root></div>",
        "<div id=app></div><p>Loading, one moment</p>",
        "<noscript>You need to enable JavaScript to run this app.</noscript>",
        "<p>This site requires JavaScript.</p>",
    ],
)
def test_a_shell_is_measured_by_what_is_seen_of_it(body):
    # GIVEN 200 KB of script and style around next to nothing
    why, withheld = why_not(f"<title>Tarn</title>{SHELL_SCRIPT}{body}")
    # THEN the script counts for nothing
    assert why == "Its text is made by JavaScript, which is not run."
    assert withheld


def test_an_empty_page_is_none():
    assert why_not("<html><body><p>&nbsp;<hr>-</body></html>")[0] == "It holds no text."


@pytest.mark.parametrize(
    "title",
    [
        "How HTTP 404 page not found errors work",
        "Just a moment: what a captcha asks of you",
        "We use cookies: before you continue, read what consent means",
        "Why this domain is for sale",
        "500 Internal Server Error, explained",
        "Sites that need JavaScript enabled",
    ],
)
def test_an_article_on_such_pages_is_a_page(title):
    # GIVEN an article of 1,500 words, with a log-in, a banner and a captcha for its comments
    extras = (
        "<form><input type=password></form><div class=g-recaptcha></div><button>Accept</button>"
    )
    assert is_kept(f"<title>{title}</title><h1>{title}</h1>{ARTICLE}{extras}<div id=root></div>")


@pytest.mark.parametrize(
    "page",
    [
        "<title>Cookies</title><h1>Cookies</h1><p>requests.cookies holds what the server set."
        "<button>Accept</button>" + ARTICLE[:900],
        (
            "<title>exception NotFound</title><p>NotFound: raised if the key is "
            "not found in the store "
            "that was opened. Its attribute <code>key</code> holds the key, and "
            "<code>store</code> the "
            "store; both are strings."
        ),
        (
            "<title>HTTP codes</title><p>404: the resource is not there. 410: it "
            "is gone for good. A "
            "cache may keep either answer for as long as its headers allow it to be kept."
        ),
        "<title>Tarn</title><p>Tarn 2.1 was released on 4 May.<div id=root></div>",
        "<title>Error handling</title><p>Tarn raises OSError if the file is locked.",
        "<title>login(name, password)</title><p>Opens a session and returns its id.",
        (
            "<title>Captcha widget</title><p>Tarn shows a captcha once an hour. "
            "Its difficulty can be "
            "set from 1 to 9 in the file tarn.toml, and a plug-in may replace it "
            "by another test.</p>"
            "<p>Whoever fails three times has to wait for ten minutes before the next attempt.</p>"
        ),
    ],
)
def test_a_short_page_that_mentions_such_things_is_a_page(page):
    assert is_kept(page)


def test_no_page_of_real_documentation_is_taken_for_none():
    assert [name for name, html in pages().items() if not is_kept(html)] == []

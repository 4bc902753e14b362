"""What is known of words before any source is read: which of them carry little.

`FUNCTION` words say nothing of their own. `PLAIN` words are those that anybody rephrases with;
that a source lacks one of them means little. Every other word counts in full.
"""

from functools import lru_cache

from cite_or_refuse.gate.tokens import stem


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


FUNCTION = word_set(
    """
    a an the this that these those it its itself they them their theirs themselves he him his
    himself she her hers herself we us our ours you your yours yourself i me my one ones oneself
    who whom whose which what when where why how whether and or but nor yet so if then than as
    because since though although while whereas unless until of in on at by for from to into onto
    with without within about above below over under between among through during before after
    against toward towards upon per via off out up down is are was were be been being am do does
    did done doing have has had having can could may might must shall should will would not no
    nor n't never none only also too very just even still already again ever both either neither
    each every all any some such same other others another more most much many few less least
    enough there here thus hence therefore however instead rather otherwise else etc e.g i.e vs
    der die das und oder ist sind ein eine einer eines dem den des im in zu mit von auf für nicht
    le la les un une des et ou est sont de du dans pour avec par sur ne pas el los las y o es son
    en con por para que
    """
)
PLAIN = word_set(
    """
    able accept according account achieve across act actual add additional adjust advance advice
    affect aim allow almost alone along alongside altogether amount answer anybody anyone anything
    anyway anywhere apart appear apply approach appropriate around arrange arrive aside ask aspect
    attempt automatic available avoid away back bad base basic basis become become begin behave
    behaviour belong below beside besides better big bit bring broad build call care careful
    carry case cause certain change check choice choose chosen clean clear close come common
    complete concern confirm consider consist contain continue control convenient correct count
    couple course cover create current cut date day deal decide default depend describe design
    despite detail determine differ different direct discard discuss document documentation
    double drop early earlier easy easier effect either eleven eight emphasise enable end ensure
    entire entirely equal especially essential everybody everyone everything everywhere exact
    example exceed except exist expect explain explicit express extent extra fact fail fair fall
    far fast feature fewer fill final find fine finish first fit five fix follow forbid force form
    former forward found four free frequent fresh front full further gain gather general get give
    given go gone good great group grow guide half hand handle happen happened hard help hide
    high hit hold huge idea ignore immediate important impossible improve include including
    increase indeed indicate individual inform inner inside intend interest introduce involve
    issue item job join judge keep kept key kind know known lack large largely last late later
    latter lead leave left let level lie light like likely limit list little live long look lose
    lost lot low made main mainly make manner mark matter mean means meant meanwhile measure meet
    mention mere merely middle mind minor miss modern moment move name natural nature near nearly
    necessary need new newer next nine normal note nothing notice now number object obtain obvious
    occasion occur offer often old older once open operate opposite option order ordinary original
    outer outside overall own part partial particular partly pass past people perform perhaps
    permit person pick piece place plain plan play plus point possible practical prefer prepare
    present prevent previous probably proceed process produce promise proper provide pull purpose
    push put question quick quickly quiet quite raise reach react read ready real really reason
    receive recent recognise recommend reduce refer refuse regard regardless reject relate
    related relevant rely remain remaining remember remove repeat replace report represent require
    rest result return reverse right roughly round row rule run safe say see seem seen sense
    separate seven several shape share short show side similar simple simply single sit situation
    six size skip slight slow small soon sort speak special specific split spread stage stand
    start state stay step stop store straight strict strong structure style subject succeed
    suggest suit supply support suppose sure switch table take taken talk tell ten tend text
    thing think thousand three throw time together told total touch treat true try turn twelve
    twice two type typical ultimate understand unlike unsure untouched upper use useful usual
    usually value various vary version view wait want way well whatever whenever wherever whichever
    whole wide willing wish word work world worth write written wrong year zero advise agree
    assume assign attach aware balance bear beforehand beginning behind belongs bound break brief
    cannot capable claim collect combine compare contrast convert copy correspond decline
    define deliver demand deny detect disappear display divide effectively eliminate emit employ
    encounter equivalent establish evaluate everywhere evidently examine expensive cheap extend
    feed figure formal generate hardly hence identical identify imply initial keeping largest
    lets likewise maintain manage match mostly neighbouring noticeable once onward originally
    otherwise outcome overcome owing permitted persist possess prior proceed quarter third fourth
    fifth second rarely readily redirect regular relatively remark respective respectively retain
    reuse review rough save scenario search select send serve set ship shown significant slightly
    somebody someone something sometimes somewhat somewhere subsequent substantial sufficient
    suitable survive tells thanks throughout tidy tie today trouble twofold underlying unchanged
    unnecessary untimely usable vanish variety visible whereby widely workaround yield
        method function class instance argument parameter attribute module package library field
    setting configuration documented page section project tool user program application software
    docs caller keyword signature property behaves release released elsewhere
    """
)
# What a writer adds from memory: properties that a source must state for them to be known.
PROPERTY = word_set(
    """
    atomic atomically atomicity async asynchronous asynchronously synchronous concurrent
    concurrently concurrency parallel serial encrypted encryption compressed persistent durable
    deprecated experimental stable unstable beta preview immutable mutable idempotent lazy lazily
    eager eagerly blocking nonblocking recursive recursively transactional consistent distributed
    ordered unordered sorted unsorted unique faster slower fastest slowest secure insecure safe
    unsafe mandatory optional exclusive exclusively shared readonly writable signed unsigned
    backwards incompatible compatible cryptographic random deterministic cached lossless lossy
    incremental incrementally background foreground daemon worker workers negative positive
    official officially first-class native natively portable thread-safe threadsafe exponential
    jitter truncated truncates redirects validated sanitised sanitized escaped anonymous permanent
    permanently temporary production-ready free open-source proprietary licensed
    """
)
_PROPERTY_STEMS = frozenset(stem(word) for word in PROPERTY)
_FUNCTION_STEMS = frozenset(stem(word) for word in FUNCTION) | FUNCTION
_PLAIN_STEMS = frozenset(stem(word) for word in PLAIN)


@lru_cache(maxsize=1 << 16)
def weight(key: str) -> float:
    """Return how much a stem says, from 0 for a function word to 1 for a term of its field."""
    if key in _FUNCTION_STEMS:
        return 0.0
    if key in _PLAIN_STEMS:
        return 0.3
    return 1.0 if len(key) > 2 else 0.5


def is_property(key: str) -> bool:
    """Whether a stem names a property that cannot be guessed."""
    return key in _PROPERTY_STEMS

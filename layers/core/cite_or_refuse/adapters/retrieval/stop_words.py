"""Words that carry a question and name no subject."""

# Function words, the hundred most common English words but for nouns, numerals and adverbs of
# degree and time, and the verbs of asking and using.
_ENGLISH = """
a about above across actually after again against all almost already also always am an and
another any anybody anyone anything anyway apart are aren't around as ask at away back be because
been before behind being below best better between big both but by came can can't cannot come
comes could did didn't different do does doesn't doing don't done down during each either else
enough even ever every everybody everyone everything example examples explain few first five for
forever four from further gave get gets getting give given gives go goes going good got great had
happen happened happening happens has have having he help her here hers herself him himself his
how however i i'd i'll i'm i've if in instead into is isn't it it'd it'll it's its itself just
keep know large last less let lets like little long look looking looks lot made mainly make makes
making many may maybe me mean means might mine more most much must my myself near need needed
needs never new next no nobody none nor not nothing now of off often old older on once one ones
only onto or other others otherwise ought our ours out over own per perhaps please possible
possibly properly put quite rather really right said same say says second see seem seems set
several shall she should show since single small so some somebody somehow someone something
sometimes soon still such suppose sure take takes taking tell than that that's the their theirs
them themselves then there there's these they thing things think third this those though three
through till to together too toward towards tried tries try trying twice two under unless until
up upon us use used useful uses using usually various very via want wanted wants was wasn't way
ways we we're well went were what what's whatever when whenever where wherever whether which
whichever while who who's whoever whole whom whose why will with within without won't wonder work
working works would wouldn't yes yet you you're your yours yourself
"""
# What questions are built with in German, French, Spanish, Italian and Portuguese.
_OTHERS = """
als auch auf aus bei das dass dem den der des ein eine einem einen einer es für ich im ist kann
man mit nicht oder sich sind und von wann warum was welche welcher welches wenn wer wie wird wo
zu zum zur au aux avec ce cette comment dans de du elle en est et il je la le les mon ne nous ou
où pas peut pour pourquoi quand que quel quelle quels qui quoi sont sur un une vous al como con
cuál cuándo cuánto del dónde el ella ellos esta este las lo los para pero por qué puedo quién se
ser son su una uno usar y che chi come cosa della delle di gli ho nel non per perché posso quale
quando ao com da do dos em eu fazer não na nas no nos o os pela pelo quais qual uma viel viele
wieviel brauche brauchen braucht benutze benutzen benutzt verwende verwenden nutze nutzen mache
machen macht funktioniert gibt geht bitte mein meine meinen hat habe haben werden können muss
müssen soll sollte heißt bedeutet zwischen durch nach beim vom combien faut faire fait utiliser
utilise fonctionne besoin puis dois veux peux entre sans mes ma cuántos cuántas hacer hace usa
funciona necesito necesita puede quiero debo sin mi mis fare quanto quanti quante usare funziona
devo tra senza mio mia quantos quantas faz preciso precisa pode quero sem meu minha
"""
# The same in scripts without spaces, which are read as pairs of characters.
_PAIRS = "如何 怎么 怎样 什么 为什 哪些 哪个 请问 どう です ます すか 어떻 떻게"

STOP_WORDS = frozenset(f"{_ENGLISH} {_OTHERS} {_PAIRS}".split())

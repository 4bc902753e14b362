"""Units of time, size, length, mass, money and the like, and how they are spelt."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from cite_or_refuse.gate.tokens import fold


class Unit(NamedTuple):
    """A unit: `factor` of its dimension's base unit, counted from `zero` base units."""

    dimension: str
    factor: Fraction
    zero: Fraction = Fraction(0)


SCALES: dict[str, int] = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "millions": 10**6, "billions": 10**9, "thousands": 10**3, "mio": 10**6, "mrd": 10**9,
    "tausend": 10**3, "millionen": 10**6, "milliarden": 10**9, "milliards": 10**9,
    "k": 10**3, "m": 10**6, "bn": 10**9, "b": 10**9,
    "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8,
}  # fmt: skip
_CELSIUS = Fraction(27315, 100)
_FAHRENHEIT = Fraction(5, 9), Fraction(45967, 180)
# Spellings are separated by commas; white space in them does not count.
SPELLINGS: dict[Unit, str] = {
    Unit("time", Fraction(1, 10**9)): "ns,nanosecond,nanoseconds",
    Unit("time", Fraction(1, 10**6)): "us,µs,μs,microsecond,microseconds",
    Unit("time", Fraction(1, 1000)): "ms,msec,msecs,millisecond,milliseconds,millis,мс,毫秒,ミリ秒",
    Unit("time", Fraction(1)): "s,sec,secs,second,seconds,sekunde,sekunden,seconde,secondes,"
    "секунд,секунды,секунда,秒",
    Unit("time", Fraction(60)): "min,mins,minute,minutes,minuten,минут,минуты,分钟,分鐘,分間",
    Unit("time", Fraction(3600)): "h,hr,hrs,hour,hours,stunde,stunden,heure,heures,часов,часа,"
    "小时,小時,時間",
    Unit("time", Fraction(86400)): "day,days,tag,tage,tagen,jour,jours,дней,дня,天",
    Unit("time", Fraction(604800)): "week,weeks,woche,wochen,semaine,semaines,週間,星期",
    Unit("time", Fraction(2629746)): "month,months,monat,monate,monaten,mois,か月,个月,ヶ月",
    Unit("time", Fraction(31556952)): "year,years,yr,yrs,jahr,jahre,jahren,ans,年",
    Unit("byte", Fraction(1, 8)): "bit,bits,бит",
    Unit("byte", Fraction(10**3, 8)): "kbit,kbits,kilobit,kilobits",
    Unit("byte", Fraction(10**6, 8)): "mbit,mbits,megabit,megabits",
    Unit("byte", Fraction(10**9, 8)): "gbit,gbits,gigabit,gigabits",
    Unit("byte", Fraction(1)): "byte,bytes,octet,octets,байт,字节,バイト",
    Unit("byte", Fraction(10**3)): "kb,kbyte,kbytes,kilobyte,kilobytes,кб",
    Unit("byte", Fraction(10**6)): "mb,mbyte,mbytes,megabyte,megabytes,мб",
    Unit("byte", Fraction(10**9)): "gb,gbyte,gbytes,gigabyte,gigabytes,гб",
    Unit("byte", Fraction(10**12)): "tb,tbyte,terabyte,terabytes,тб",
    Unit("byte", Fraction(10**15)): "pb,petabyte,petabytes",
    Unit("byte", Fraction(2**10)): "kib,kibibyte,kibibytes",
    Unit("byte", Fraction(2**20)): "mib,mebibyte,mebibytes",
    Unit("byte", Fraction(2**30)): "gib,gibibyte,gibibytes",
    Unit("byte", Fraction(2**40)): "tib,tebibyte,tebibytes",
    Unit("byte", Fraction(2**50)): "pib,pebibyte,pebibytes",
    Unit("byte/time", Fraction(10**3, 8)): "kbps,kbit/s",
    Unit("byte/time", Fraction(10**6, 8)): "mbps,mbit/s",
    Unit("byte/time", Fraction(10**9, 8)): "gbps,gbit/s",
    Unit("share", Fraction(1)): "%,percent,percentage,prozent,pct,pourcent,per cent",
    Unit("share", Fraction(1, 10)): "‰,permille,per mille,promille",
    Unit("frequency", Fraction(1)): "hz,hertz",
    Unit("frequency", Fraction(10**3)): "khz,kilohertz",
    Unit("frequency", Fraction(10**6)): "mhz,megahertz",
    Unit("frequency", Fraction(10**9)): "ghz,gigahertz",
    Unit("length", Fraction(1, 10**9)): "nm,nanometre,nanometres,nanometer,nanometers",
    Unit("length", Fraction(1, 10**6)): "µm,μm,micrometre,micrometres,micrometer,micrometers",
    Unit("length", Fraction(1, 1000)): "mm,millimetre,millimetres,millimeter,millimeters,毫米",
    Unit("length", Fraction(1, 100)): "cm,centimetre,centimetres,centimeter,centimeters,厘米",
    Unit("length", Fraction(1)): "metre,metres,meter,meters,mètre,mètres,米,メートル",
    Unit("length", Fraction(1000)): "km,kilometre,kilometres,kilometer,kilometers,公里,千米,"
    "キロメートル,км",
    Unit("length", Fraction(1609344, 1000)): "mi,mile,miles,英里",
    Unit("length", Fraction(9144, 10000)): "yard,yards",
    Unit("length", Fraction(3048, 10000)): "ft,foot,feet",
    Unit("length", Fraction(254, 10000)): "inch,inches",
    Unit("length/time", Fraction(1609344, 3600000)): "mph",
    Unit("length/time", Fraction(1000, 3600)): "km/h,kph,kmh,km h",
    Unit("length/time", Fraction(1852, 3600)): "knot,knots",
    Unit("area", Fraction(1)): "square metre,square metres,square meter,square meters,sq m,m2",
    Unit("area", Fraction(10**4)): "hectare,hectares",
    Unit("area", Fraction(40468564224, 10**7)): "acre,acres",
    Unit("area", Fraction(10**6)): "square kilometre,square kilometres,square kilometer,"
    "square kilometers,sq km,km2,平方公里",
    Unit("area", Fraction(2589988110336, 10**6)): "square mile,square miles,sq mi",
    Unit("volume", Fraction(1, 1000)): "ml,millilitre,millilitres,milliliter,milliliters",
    Unit("volume", Fraction(1)): "litre,litres,liter,liters",
    Unit("mass", Fraction(1, 10**6)): "µg,μg,microgram,micrograms",
    Unit("mass", Fraction(1, 1000)): "mg,milligram,milligrams",
    Unit("mass", Fraction(1)): "gram,grams,gramm",
    Unit("mass", Fraction(1000)): "kg,kilogram,kilograms,kilo,kilos,公斤,кг",
    Unit("mass", Fraction(1000000)): "tonne,tonnes,吨",
    Unit("mass", Fraction(90718474, 100)): "short ton,short tons",
    Unit("mass", Fraction(45359237, 100000)): "lb,lbs",
    Unit("power", Fraction(1)): "watt,watts",
    Unit("power", Fraction(1000)): "kw,kilowatt,kilowatts",
    Unit("power", Fraction(10**6)): "megawatt,megawatts",
    Unit("energy", Fraction(1)): "kwh,kilowatt hour,kilowatt hours",
    Unit("temperature", Fraction(1)): "kelvin,kelvins",
    Unit("temperature", Fraction(1), _CELSIUS): "°c,celsius,degree celsius,degrees celsius,deg c,"
    "degrees c,grad celsius,摄氏度",
    Unit("temperature", *_FAHRENHEIT): "°f,fahrenheit,degree fahrenheit,degrees fahrenheit,deg f,"
    "degrees f",
    Unit("dollar", Fraction(1)): "$,us$,usd,dollar,dollars,us dollar,us dollars,美元",
    Unit("euro", Fraction(1)): "€,eur,euro,euros,欧元,ユーロ",
    Unit("pound", Fraction(1)): "£,gbp,pound sterling,pounds sterling",
    Unit("yen", Fraction(1)): "¥,jpy,yen,円",
    Unit("yuan", Fraction(1)): "cny,rmb,yuan,元",
    Unit("franc", Fraction(1)): "chf,franken",
    Unit("rupee", Fraction(1)): "₹,inr,rupee,rupees",
    Unit("rouble", Fraction(1)): "₽,rub,rouble,roubles,rubles",
}  # fmt: skip
UNITS = {
    spelling.replace(" ", ""): unit
    for unit, spellings in SPELLINGS.items()
    for spelling in spellings.split(",")
}
UNITS |= {"pounds": UNITS["lb"], "ton": UNITS["tonne"], "tons": UNITS["tonne"]}
# Units that only their case tells from other words, and only after white space.
SYMBOLS = {
    "B": UNITS["byte"], "m": UNITS["metre"], "g": UNITS["gram"], "K": UNITS["kelvin"],
    "W": UNITS["watt"], "MW": UNITS["megawatt"], "l": UNITS["litre"], "L": UNITS["litre"],
    "t": UNITS["tonne"],
}  # fmt: skip
PERCENT = UNITS["%"]
# Letters of other scripts that look like the Latin ones of units.
_LOOKALIKES = str.maketrans("АВЕКМНОРСТХаеорсхΑΒΕΗΙΚΜΝΟΡΤΧкмт", "ABEKMHOPCTXaeopcxABEHIKMNOPTXkmt")


@lru_cache(maxsize=1 << 12)
def unit_of(word: str) -> Unit | None:
    """Return the unit that a word or a phrase without its white space spells, or None."""
    word = fold(word)
    if word in SYMBOLS or word == "b":
        return SYMBOLS.get(word)
    known = UNITS.get(word.lower())
    if known or word.isascii():
        return known
    latin = word.translate(_LOOKALIKES)
    return SYMBOLS.get(latin) or UNITS.get(latin.lower())

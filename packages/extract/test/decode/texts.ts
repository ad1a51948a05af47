/** The same notice in many languages, each in the bytes of one encoding that iconv makes (base64). */

/** A text and its bytes. */
export interface Written {
  readonly language: string
  /** The encoding's name in the standard. */
  readonly encoding: string
  readonly text: string
  readonly bytes: Uint8Array
}

const texts = {
  ru: "Лодки выходят из гавани каждое утро в шесть часов. Билеты продаются на причале, дети до семи лет едут бесплатно.",
  uk: "Човни виходять із гавані щоранку о шостій годині. Квитки продають на пристані, діти до семи років їдуть безкоштовно.",
  pl: "Łodzie wypływają z portu każdego ranka o szóstej. Bilety można kupić na nabrzeżu, dzieci do siedmiu lat płyną za darmo. Pogoda może się zmienić.",
  cs: "Lodě vyplouvají z přístavu každé ráno v šest hodin. Lístky se prodávají na nábřeží, děti do sedmi let jezdí zdarma.",
  hu: "A hajók minden reggel hat órakor indulnak a kikötőből. Jegyet a rakparton lehet venni, a hét évnél fiatalabb gyerekek ingyen utaznak. Az időjárás gyorsan változhat. Erős szélben, sűrű felhők között a hajó később érkezhet; őrizze meg jegyét.",
  el: "Τα σκάφη φεύγουν από το λιμάνι κάθε πρωί στις έξι. Τα εισιτήρια πωλούνται στην προβλήτα και τα παιδιά ταξιδεύουν δωρεάν.",
  tr: "Tekneler her sabah saat altıda limandan kalkıyor. Biletler iskelede satılıyor, yedi yaşından küçük çocuklar ücretsiz biniyor. Hava değişebilir, lütfen şapka alın.",
  he: "הסירות יוצאות מהנמל בכל בוקר בשעה שש. הכרטיסים נמכרים על הרציף, וילדים עד גיל שבע נוסעים חינם.",
  ar: "تغادر القوارب الميناء كل صباح في الساعة السادسة. تباع التذاكر على الرصيف ويسافر الأطفال مجانا.",
  th: "เรือออกจากท่าทุกเช้าเวลาหกโมง ตั๋วขายที่ท่าเรือ และเด็กอายุต่ำกว่าเจ็ดปีเดินทางฟรี",
  lt: "Laivai išplaukia iš uosto kiekvieną rytą šeštą valandą. Bilietai parduodami krantinėje, vaikai iki septynerių metų keliauja nemokamai. Oras gali greitai pasikeisti.",
  fr: "Les bateaux quittent le port chaque matin à six heures. Les billets sont vendus sur le quai, et les élèves âgés de moins de sept ans voyagent gratuitement. Météo à vérifier.",
  de: "Die Boote verlassen den Hafen jeden Morgen um sechs Uhr. Fahrkarten gibt es am Kai für fünf Euro, und Kinder über sieben müssen bezahlen. Das Wetter ändert sich schnell.",
  es: "Los barcos salen del puerto cada mañana a las seis. Los billetes se venden en el muelle y los niños menores de siete años viajan gratis. ¿Quién más viene? El tiempo cambiará rápido.",
  ja: "船は毎朝六時に港を出ます。切符は桟橋で売っています。七歳未満の子どもは無料です。",
  zh: "船每天早上六点离开港口。船票在码头出售，七岁以下的儿童免费乘坐。天气可能变化很快。",
  "zh-tw": "船每天早上六點離開港口。船票在碼頭出售，七歲以下的兒童免費乘坐。天氣可能變化很快。",
  ko: "배는 매일 아침 여섯 시에 항구를 떠납니다. 표는 부두에서 팔고, 일곱 살 미만 어린이는 무료입니다.",
} as const

const written = (language: keyof typeof texts, encoding: string, base64: string): Written => ({
  language,
  encoding,
  text: texts[language],
  bytes: new Uint8Array(Buffer.from(base64, "base64")),
})

export const all: ReadonlyArray<Written> = [
  written(
    "ru",
    "windows-1251",
    "y+7k6ugg4vv17uT/8iDo5yDj4OLg7egg6uDm5O7lIPPy8O4g4iD45fHy/CD34PHu4i4gwejr5fL7IO/w7uTg/vLx/yDt4CDv8Oj34OvlLCDk5fLoIOTuIPHl7Ogg6+XyIOXk8/Ig4eXx7+vg8u3uLg==",
  ),
  written(
    "ru",
    "koi8-r",
    "7M/Ey8kg19nIz8TR1CDJ2iDHwdfBzskgy8HWxM/FINXU0s8g1yDbxdPU2CDewdPP1y4g4snMxdTZINDSz8TBwNTT0SDOwSDQ0snewczFLCDExdTJIMTPINPFzckgzMXUIMXE1dQgwsXT0MzB1M7PLg==",
  ),
  written(
    "ru",
    "iso-8859-5",
    "u97U2tgg0uvl3tTv4iDY1yDT0NLQ3dgg2tDW1N7VIOPi4N4g0iDo1eHi7CDn0OHe0i4gsdjb1eLrIN/g3tTQ7uLh7yDd0CDf4Njn0NvVLCDU1eLYINTeIOHV3Ngg29XiINXU4+Ig0dXh39vQ4t3eLg==",
  ),
  written(
    "ru",
    "ibm866",
    "i66kqqggouvlrqTv4iCopyCjoKKgraggqqCmpK6lIOPi4K4goiDopeHi7CDnoOGuoi4ggairpeLrIK/grqSg7uLh7yCtoCCv4KjnoKulLCCkpeKoIKSuIOGlrKggq6XiIKWk4+IgoaXhr6ug4q2uLg==",
  ),
  written(
    "uk",
    "koi8-u",
    "/s/Xzskg18nIz8TR1Nggptogx8HXwc6mIN3P0sHOy9UgzyDbz9PUpsogx8/Eyc6mLiDr18nUy8kg0NLPxMHA1NggzsEg0NLJ09TBzqYsIMSm1MkgxM8g08XNySDSz8um1yCnxNXU2CDCxdrLz9vUz9fOzy4=",
  ),
  written(
    "pl",
    "windows-1250",
    "o29kemllIHd5cLN5d2FquSB6IHBvcnR1IGthv2RlZ28gcmFua2EgbyBzevNzdGVqLiBCaWxldHkgbW+/bmEga3VwaeYgbmEgbmFicnplv3UsIGR6aWVjaSBkbyBzaWVkbWl1IGxhdCBws3luuSB6YSBkYXJtby4gUG9nb2RhIG1vv2Ugc2nqIHptaWVuaeYu",
  ),
  written(
    "pl",
    "iso-8859-2",
    "o29kemllIHd5cLN5d2FqsSB6IHBvcnR1IGthv2RlZ28gcmFua2EgbyBzevNzdGVqLiBCaWxldHkgbW+/bmEga3VwaeYgbmEgbmFicnplv3UsIGR6aWVjaSBkbyBzaWVkbWl1IGxhdCBws3lusSB6YSBkYXJtby4gUG9nb2RhIG1vv2Ugc2nqIHptaWVuaeYu",
  ),
  written(
    "cs",
    "windows-1250",
    "TG9k7CB2eXBsb3V2YWrtIHogcPjtc3RhdnUga2GeZOkgcuFubyB2IJplc3QgaG9kaW4uIEztc3RreSBzZSBwcm9k4XZhau0gbmEgbuFi+GWe7SwgZOx0aSBkbyBzZWRtaSBsZXQgamV6ZO0gemRhcm1hLg==",
  ),
  written(
    "hu",
    "iso-8859-2",
    "QSBoYWrzayBtaW5kZW4gcmVnZ2VsIGhhdCDzcmFrb3IgaW5kdWxuYWsgYSBraWv2dPVi9WwuIEplZ3lldCBhIHJha3BhcnRvbiBsZWhldCB2ZW5uaSwgYSBo6XQg6XZu6WwgZmlhdGFsYWJiIGd5ZXJla2VrIGluZ3llbiB1dGF6bmFrLiBBeiBpZPVq4XLhcyBneW9yc2FuIHbhbHRvemhhdC4gRXL1cyBzeulsYmVuLCBz+3L7IGZlbGj1ayBr9nr2dHQgYSBoYWrzIGvpc/ViYiDpcmtlemhldDsg9XJpenplIG1lZyBqZWd56XQu",
  ),
  written(
    "el",
    "windows-1253",
    "1OEg8+rc9ucg9uX94+/17SDh8Pwg9O8g6+ns3O3pIOrc6OUg8PH53yDz9OnyIN3u6S4g1OEg5enz6fTe8enhIPD56+/97fTh6SDz9OftIPDx7+Lr3vThIOrh6SD04SDw4enk6dwg9OHu6eTl/e/17SDk+fHl3O0u",
  ),
  written(
    "el",
    "iso-8859-7",
    "1OEg8+rc9ucg9uX94+/17SDh8Pwg9O8g6+ns3O3pIOrc6OUg8PH53yDz9OnyIN3u6S4g1OEg5enz6fTe8enhIPD56+/97fTh6SDz9OftIPDx7+Lr3vThIOrh6SD04SDw4enk6dwg9OHu6eTl/e/17SDk+fHl3O0u",
  ),
  written(
    "tr",
    "windows-1254",
    "VGVrbmVsZXIgaGVyIHNhYmFoIHNhYXQgYWx0/WRhIGxpbWFuZGFuIGthbGv9eW9yLiBCaWxldGxlciBpc2tlbGVkZSBzYXT9bP15b3IsIHllZGkgeWH+/W5kYW4ga/zn/Gsg529jdWtsYXIg/GNyZXRzaXogYmluaXlvci4gSGF2YSBkZfBp/mViaWxpciwgbPx0ZmVuIP5hcGthIGFs/W4u",
  ),
  written(
    "he",
    "windows-1255",
    "5PHp+OX6IOnl9uDl+iDu5PDu7CDh6+wg4eX3+CDh+fLkIPn5LiDk6/jo6fHp7SDw7uv46e0g8uwg5Pj26fMsIOXp7OPp7SDy4yDi6ewg+eHyIPDl8fLp7SDn6fDtLg==",
  ),
  written(
    "ar",
    "windows-1256",
    "ytvHz9Egx+He5sfRyCDH4ePt5MfBIN/hINXIx80g3e0gx+HTx9rJIMfh08fP08kuIMrIx9ogx+HK0Mff0SDa4ewgx+HR1e3dIObt08fd0SDH4cPY3cfhIOPMx+THLg==",
  ),
  written(
    "th",
    "windows-874",
    "4MPXzc3NoajSobfo0rfYoeCq6dLgx8XSy6HiwacgtdHrx6LSwrfV6Lfo0uDD180g4cXQ4LTnoc3Swti16NOhx+jS4KjntLvV4LTUubfSp7/D1Q==",
  ),
  written(
    "lt",
    "windows-1257",
    "TGFpdmFpIGnwcGxhdWtpYSBp8CB1b3N0byBraWVrdmllbuAgcnl04CDwZfB04CB2YWxhbmTgLiBCaWxpZXRhaSBwYXJkdW9kYW1pIGtyYW50aW7ramUsIHZhaWthaSBpa2kgc2VwdHluZXJp+CBtZXT4IGtlbGlhdWphIG5lbW9rYW1haS4gT3JhcyBnYWxpIGdyZWl0YWkgcGFzaWtlaXN0aS4=",
  ),
  written(
    "fr",
    "windows-1252",
    "TGVzIGJhdGVhdXggcXVpdHRlbnQgbGUgcG9ydCBjaGFxdWUgbWF0aW4g4CBzaXggaGV1cmVzLiBMZXMgYmlsbGV0cyBzb250IHZlbmR1cyBzdXIgbGUgcXVhaSwgZXQgbGVzIOls6HZlcyDiZ+lzIGRlIG1vaW5zIGRlIHNlcHQgYW5zIHZveWFnZW50IGdyYXR1aXRlbWVudC4gTel06W8g4CB26XJpZmllci4=",
  ),
  written(
    "de",
    "windows-1252",
    "RGllIEJvb3RlIHZlcmxhc3NlbiBkZW4gSGFmZW4gamVkZW4gTW9yZ2VuIHVtIHNlY2hzIFVoci4gRmFocmthcnRlbiBnaWJ0IGVzIGFtIEthaSBm/HIgZvxuZiBFdXJvLCB1bmQgS2luZGVyIPxiZXIgc2llYmVuIG38c3NlbiBiZXphaGxlbi4gRGFzIFdldHRlciDkbmRlcnQgc2ljaCBzY2huZWxsLg==",
  ),
  written(
    "es",
    "windows-1252",
    "TG9zIGJhcmNvcyBzYWxlbiBkZWwgcHVlcnRvIGNhZGEgbWHxYW5hIGEgbGFzIHNlaXMuIExvcyBiaWxsZXRlcyBzZSB2ZW5kZW4gZW4gZWwgbXVlbGxlIHkgbG9zIG5p8W9zIG1lbm9yZXMgZGUgc2lldGUgYfFvcyB2aWFqYW4gZ3JhdGlzLiC/UXVp6W4gbeFzIHZpZW5lPyBFbCB0aWVtcG8gY2FtYmlhcuEgcuFwaWRvLg==",
  ),
  written(
    "ja",
    "shift_jis",
    "kUSCzZaIkqmYWo6egsmNYILwj2+C3IK3gUKQ2JWEgs2OVou0gsWUhILBgsSCooLcgreBQo61jc6WopaegsyOcYLHguCCzZazl7+CxYK3gUI=",
  ),
  written(
    "ja",
    "euc-jp",
    "waWkz8voxKvPu7v+pMu5waTyvdCk3qS5oaPA2snkpM+7t7a2pMfH5KTDpMakpKTepLmho7y3utDMpMv+pM670qTJpOKkz8y1zsGkx6S5oaM=",
  ),
  written(
    "ja",
    "iso-2022-jp",
    "GyRCQSUkT0toRCtPOzt+JEs5QSRyPVAkXiQ5ISNAWklkJE87NzY2JEdHZCRDJEYkJCReJDkhIzw3OlBMJEt+JE47UiRJJGIkT0w1TkEkRyQ5ISMbKEI=",
  ),
  written(
    "zh",
    "gb18030",
    "tKzDv8zs1OfJz8H5tePA67+quNu/2qGjtKzGsdTawuvNt7P2ytujrMbfy+rS1M/CtcS2+c2vw+K30bPL1/iho8zsxvi/ycTcseS7r7rcv+yhow==",
  ),
  written(
    "zh",
    "gbk",
    "tKzDv8zs1OfJz8H5tePA67+quNu/2qGjtKzGsdTawuvNt7P2ytujrMbfy+rS1M/CtcS2+c2vw+K30bPL1/iho8zsxvi/ycTcseS7r7rcv+yhow==",
  ),
  written(
    "zh-tw",
    "big5",
    "su6oQ6TRpq2kV6S7wknC97Z9tOSkZqFDsu6yvKZivVjAWaVYsOKhQaRDt7OlSKRVqrqo4LWjp0u2T628p6ShQ6TRrvClaa/gxdykxqvcp9ahQw==",
  ),
  written(
    "ko",
    "euc-kr",
    "uei0wiC4xcDPIL7GxKcgv6m8uCC9w7+hIMfXsbi4piC2sLOztM+02S4gx6W0wiC6zrXOv6G8rSDGyLDtLCDAz7D2ILvsILnMuLggvu64sMDMtMIguau34cDUtM+02S4=",
  ),
]

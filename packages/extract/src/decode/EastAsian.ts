/**
 * The common characters of Chinese, Japanese and Korean, for telling their encodings apart: each standard holds
 * about the same bytes, but a text of the one is a row of rare characters in the other.
 */
import * as Decoders from "./Decoders.ts"
import { type Cost, tiers } from "./Languages.ts"

/** How likely a character is in a text of a language. Made when it is asked for the first time: thousands of characters are laid out. */
export const simplifiedChinese = (): Cost =>
  tiers(
    [punctuation, 4],
    [topSimplified.slice(0, 100), 5],
    [topSimplified, 6.5],
    [rowsOf("gb18030", 0xb0, 0xd7, 0xa1), 8.5],
    [rowsOf("gb18030", 0xd8, 0xf7, 0xa1), 11],
  )

export const traditionalChinese = (): Cost =>
  tiers(
    [punctuation, 4],
    [topTraditional.slice(0, 100), 5],
    [topTraditional, 6.5],
    [rowsOf("big5", 0xa4, 0xc6, 0x40), 8.5],
    [rowsOf("big5", 0xc9, 0xf9, 0x40), 11],
  )

/** Half-width kana are few: as a byte of their own they are in every text of another encoding. */
export const japanese = (): Cost =>
  tiers(
    [punctuation, 4],
    [topKana, 3.8],
    [`${between(0x3041, 0x3093)}${between(0x30a1, 0x30f6)}`, 5.3],
    [topKanji, 6.5],
    [rowsOf("shift_jis", 0x88, 0x97, 0x40), 8.5],
    [rowsOf("shift_jis", 0x98, 0xea, 0x40), 11],
    [between(0xff61, 0xff9f), 8],
  )

export const korean = (): Cost =>
  tiers([punctuation, 5], [topSyllables, 4.8], [rowsOf("euc-kr", 0xb0, 0xc8, 0xa1), 7.5], [between(0xac00, 0xd7a3), 11])

// --- private --------------------------------------------------------------------------

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)).join("")

/** What the pairs decode to whose first byte is of a row and whose second goes from `trail` on. */
const rowsOf = (encoding: string, first: number, last: number, trail: number): string => {
  const pairs: Array<number> = []
  for (let lead = first; lead <= last; lead++) {
    if (lead >= 0xa0 && lead < 0xe0 && encoding === "shift_jis") continue
    for (let second = trail; second < 0xff; second++) if (second !== 0x7f) pairs.push(lead, second, 0x0a)
  }
  return Decoders.decode(Uint8Array.from(pairs), encoding)
    .split("\n")
    .filter((text) => text.length === 1 && text !== "\ufffd")
    .join("")
}

const punctuation = "、。，．・：；？！「」『』（）【】《》〈〉ー〜～－　“”‘’…—０１２３４５６７８９"

const topKana = "のにいるしとたてをはがなれでもかっすこりさらまきンイルスト"

const topKanji =
  "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢報表示情検索利用報関連記各種"

const topSimplified =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运网站版登录搜索首页"

const topTraditional =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運網站版登錄搜尋首頁"

const topSyllables =
  "이다는을의에가고한하지를은도로사서기어자인시나대리아있수그스정라해들일만보원부전게주과여장상구유성제조안동와면연우오것으니공선신비국화중소경발년마거생무위세내모트진습입관방드저할레분였학러회간요용문업적반역려당계금물교체었터산심실행단말까르때강습후불통운현건약집데호류없명재또출년민양두크했본개남"

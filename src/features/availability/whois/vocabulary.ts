import { isPlainWord } from './sentences.ts'

/** Words that WHOIS servers use beside their answer. None of them alone means that a question was not answered. */

export const setOf = (words: string) => new Set(words.trim().split(/\s+/))

/** Words of headings, greetings, time stamps and hints. */
const neutral = setOf(`
  script latin welcome hello thank thanks note notice notices remark remarks whois rwhois whoisd server servers service services version ver engine
  system database databases registry registries registrar registrars register registrant nic network information centre center cctld tld tlds gtld
  level top zone second third country code ascii utf idn last update updated updates lookup look up made generated time date timestamp timezone local
  served by serving searching search results result following official authoritative exclusively only contains contain content contents holds all see
  visit go please refer also available more further details detail help usage use using used type types option terms conditions subject copyright
  rights reserved restricted policy policies legal statement disclaimer web website site page http https url link contact person mail phone email via
  through over per within other others new old your you we our us it its this that these those there here is are was were be can could may do does not
  no if or and but than then so as at in on of to from for with without under into about related regarding concerning session logged ip address
  request requested received source cidr block asn handle handles id tax ticket provider domain domains name names object objects record records entry
  entries status statuses epp icann iana ripe arin apnic lacnic afrinic jpnic rfc protocol accepts accept direct match matches query queries queried
  security abuse issues should addressed respectivelly respectively complaint form inaccuracy data problem reporting response answers answer list
  accredited dns ns delegation organization ltd limited inc company gmbh ag bv association foundation authority internet communications regulatory
  technology agency university ministry monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march
  april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec utc gmt cet cest msk est pst pdt edt ist
  eat cat wat brt brst jst kst z t am pm dd mm yyyy yy hh ss ready competing different many codes quotes bot running powered hosted maintained manager
  operated sponsored english russian japanese german french spanish language format complete short hours minutes behind delay displays shown below
  above rl net remaining charset iso transformation rate requests checked check checking com org edu info biz mobi gov the a an maintainance gt lt amp
  selected character characters represent represented replaced able output templates encoded encoding serviced detailed alternative querying responses
  formerly previously known options command server's helpdesk korean main public online tool click buy order registration registering registered now
  purchase interested
`)

/** Words of terms of use. */
const prose = setOf(`
  withheld
  allow allowed allows enable enables otherwise support supporting transmission mass unsolicited commercial advertising solicitation solicitations
  electronic facsimile spam high volume automated processes send sends apply computer systems agree agrees agreement agreeing abide submitting
  executing accessing lawful purposes purpose circumstances compilation repackaging dissemination prohibited expressly prior written consent
  permission reserves reserve modify change terminate restrict access limit sole discretion including limitation excessive failure any provided
  provide provides guarantee guaranteed accuracy accurate completeness warranty warranties implied assist persons obtaining determining whether
  informational intended based entities entity own existing customers recipient reasonably necessary modifications tools mining prevent misuse abusive
  protect privacy measures law laws applicable liable liability responsible responsibility held damages loss error errors wrong incomplete sense
  stored reproduced published reproduction publication means part parts retrieval transmitted recording photocopying mechanical intellectual property
  exclusive each every both either such shall will would must might been being has have had while where when who which whose how what their them they
  his her users user party parties individual individuals group groups organisation government advertise target targeted marketing market messages
  message bulk similar activities activity suspicions explicitly prosecuted notified distribution commercialization comercialization distribute
  transfer copy extract publish repackage sell resell combine store collect download robotic expiration expires displayed reflect sponsorship set
  currently view additional required creation validity authenticity cannot process processing personal publicly governed according accordance out full
  described regulations acceptable secure encrypted rates blocked connection connections ensure stability integrity quality maintain operator
  operational operators agents affiliates affiliated products offered subsidiaries subsidiary sub divisions business contractual contract comply
  complying breach breaches condition notify notification subsequent manner whatsoever constitute constitutes acknowledge aware consist consists
  collected collecting opt unless except indicative locate absence presence holder holders owner owners certain permitted permits reason reasons
  behalf number numbers facilities technical administrative administration stated hereby herein therein thereof upon until before after during between
  less most one two three first same some few very well just even however therefore because since due too section subsection dutch austrian disputes
  ownership settled contacting subdomain relevant protection authors office right particular duplication circulation identity associated contacts
  nuisance cause sending possible way act legislation obscuring removing hide recompilation reuse fax warning fashion relating nor medium get got make
  makes take takes taken find found give given receive reach question questions inquire inquiries lists
`)

/** Words of terms of use in other languages. */
const foreignProse = setOf(`
  bienvenue serveur fournies fourni disponibles titre uniquement garantit leurs copie tout partie interdite sans autorisation expresse seul
  correspondant peut être réglé registre permet nom titulaire base maintenue jour chaque modification abusif engage responsabilité personnes domaine
  domaines entité propriété tous droit publie légales leur datenbank abfrage einzelner wird geschützte urheberrechtlich bis weiteres kostenlos
  alleinige recht vervielfältigung verbreitung übermittlung öffentliche wiedergabe teile derselben liegt bei durch nur kein keine sowie dieser diese
  dieses ihre einer einem informationen nombreobjeto nombredominio busca verifica disponibilidad muestra mensaje objeto solicitado debe pertenecer
  parametros parámetros notas válidos validos nota generada partir sistema protegida leyes propiedad intelectual todos tratados internacionales
  materia queda absolutamente prohibido otros propositos incluyendo envio interzisa datelor acest oricare alt scop operarea retelei special lor
  publicitare kopibeskyttet se con es le les lo o para que si sin su sus un una ya como mas más estos acepta datos fines legales uso registros
  registro nombre nombres servicio usted términos terminos condiciones envíos masivos publicidad comerciales ao da das dos e em na nas não nao os ou
  pela pelo são uma dados domínio au aux ces cette dans des du et par pas pour qui sur une sont données informations droits utilisation toute der die
  den dem ein eine und oder für von mit nicht zu zur im sind werden daten nutzung zwecke sau pentru sunt din cu nu care aceste informatii scopuri
  folosirea decat og av til fra med som er ikke i det på att och är inte om eller servidor consulta consultas sobre este esta el la los las de del
  dominios dominio bajo contiene informacion información puede hacerla al correo electronico electrónico cualquier por dirigirse exclusivamente
  autoritativa solo sólo en y
`)

/** A word of a heading. Single letters are names of sections, countries and zones. */
export const isNeutral = (word: string) => word.length === 1 || neutral.has(word) || isPlainWord(word)

export const isProseWord = (word: string) => isNeutral(word) || prose.has(word)

export const isForeignWord = (word: string) => foreignProse.has(word)

/** Words that form a line alone, above something else. */
export const headings = setOf(`
  domain domains name names information search results result query whois server english korean japanese utf ascii notice disclaimer terms of use
  and conditions top level registry database network nic for the tld cctld maintainance status object register note notes script latin record type
  rl net ip apnic arin ripe lacnic afrinic jpnic related to muestra este mensaje number templates updated by version available over protocol parametros parámetros validos válidos nota kopibeskyttet se
 
`)

/** A server's description of itself, of its data and of other sources. */
export const topics =
  /\b(?:welcome|hello|authoritative|(?:any of )?the following|you can query|all of registered|access will only be enabled|unicode|this output has been filtered|failure to locate|availability of a domain|port 43|registrar is|web interface|acknowledge|bot for whois|without notice|at any time|browse to|maximum of \d+|register your own|in bulk|applicable laws?|this notice|set to expire|using|end of whois|displayed|can ?not be guaranteed|visit|go to|see|refer|(?:more|further|detailed|additional|alternative) (?:information|details|search)|help|details?|contact|questions|copyright|rights|contains?|types? of quer(?:y|ies)|last updated?|updated|look-?ups?|searching|querying|accepts|option|-h|provided (?:by|for|free|on|as|so that)|maintained by|operated by|serving|powered by|can now be registered|can be registered|subject to|terms|conditions|addressed|accredited|encod\w*|format|request(?:s)? from|logged|charset|hosted|sponsored|only,? not|indicative|informational?|status codes|complaint|shown|displays|delay|quer(?:y|ies) (?:can|(?:rate )?limit|to the)|rate limited|premium domains up|up to \d+ letters|code is|asn|cert|mail|copy|standard|available (?:at|on|from|in|under)|uses|guarante\w+|accuracy|purposes?|intended|assist\w*|purchase|buy|online registration|use of)\b/i

export const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
export const eastAsianWords =
  /ドメイン名?|データベース|データ|情報|検索|登録|以下|該当|詳しく|詳細|上記|日本語|英語|出力|末尾|追加|抑制|方法|ネットワーク管理|目的|利用|提供|管理|指定事業者|スポンサリング|レジストラ|サービス|サーバ|キー|アドレス|場合|こちら|すべて|ください|できます|参照|照会|対象|現在|されて|います|いる|する|した|こと|である|および|または|については?|関する|関して|から|まで|なお|この|その|など|等|の|を|は|が|に|で|と|も|へ|や|一覧|問い?合わ?せ|説明|ご覧|お調べ|도메인이름[은을의]?|상기|등록대행자를?|등록|신청|사용을?|원하실|정보[는를]?|인코딩(?:되어)?|서비스[는]?|에서|되고|있습니다|경우|통해|하시기|바랍니다|域名|注册|註冊|信息|資訊|数据库|資料庫|查询|查詢|服务|服務|网络|網路|更多|详细|请|請|访问|的/gu
export const eastAsianTrouble =
  /上限|制限|超過|超え|しばらく|時間|再度|もう一度|拒否|混雑|できません|ません|停止|メンテナンス|エラー|障害|頻繁|多すぎ|过多|過多|超过|超過|频繁|頻繁|限制|稍后|稍後|拒绝|拒絕|错误|錯誤|维护|維護|초과|제한|잠시|거부|오류|점검|않습니다|없습니다/u

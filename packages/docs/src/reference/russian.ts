/** Descriptions of docs/openapi.json in Russian; a test fails if one is missing. */
export const russian: Record<string, string> = {
  'A product of getProducts': 'Продукт из getProducts',
  'A test order: canned values, no money; also 1, "1", "true"':
    'Тестовый заказ: условные значения, без денег; также 1, "1", "true"',
  'Address and "latitude longitude"': 'Адрес и «широта долгота»',
  'Announces a payment and gives it a reference; books nothing':
    'Сообщает о платеже и получает его номер; ничего не зачисляет',
  'At most 500': 'Не больше 500',
  'By how many seconds its clock is ahead in all': 'На сколько секунд его часы ушли вперёд всего',
  'By how much the clock of this order goes forward': 'На сколько секунд часы этого заказа уходят вперёд',
  'Checks the connection and the signature': 'Проверяет связь и подпись',
  'Empty when the brand has none': 'Пусто, если у бренда его нет',
  'For `after` of the next request; null: these are the last':
    'Для `after` следующего запроса; null: эти строки последние',
  'For getTopUpStatus': 'Для getTopUpStatus',
  'Gift page': 'Страница подарка',
  'Of a choice certificate the page on which it is exchanged for others; else null':
    'У сертификата на выбор — страница, где его обменивают на другие; у остальных null',
  'Gift page, once issued': 'Страница подарка, когда сертификат выпущен',
  Greeting: 'Поздравление',
  'How it is being sent': 'Как он отправляется',
  'How many may wait at once': 'Сколько пополнений может ждать сразу',
  'How many parts there are; 1 when absent': 'Сколько всего частей; без поля — 1',
  'How the certificate is handed over': 'Как передаётся сертификат',
  'Id of the bulk order, for getReport': 'id массового заказа, для getReport',
  'Id of the bulk order, from makeBulkOrder; or': 'id массового заказа из makeBulkOrder; или',
  'Id of the queue request, for getStatus': 'id запроса в очереди, для getStatus',
  'Id of the queue request, from makeOrder': 'id запроса в очереди, из makeOrder',
  'Id of the top-up, from makeTopUp': 'id пополнения из makeTopUp',
  "Identifier in the client's own system": 'Идентификатор в системе клиента',
  'Kind of barcode: code128, ean13, qr, … or none': 'Вид штрихкода: code128, ean13, qr, … или none',
  Masked: 'Скрыт частично',
  'Moscow time': 'Московское время',
  'Moves the clock of one test order forward; only with a test key':
    'Двигает вперёд часы одного тестового заказа; только с тестовым ключом',
  'Name it in the payment: the operator books it under this':
    'Укажите его в платеже: по нему оператор зачисляет деньги',
  'Names of further fields, comma-separated. Every field is always sent':
    'Имена дополнительных полей через запятую. Все поля отправляются всегда',
  'Names the bulk order; all its parts carry the same': 'Имя массового заказа, одно у всех его частей',
  'Number and PIN of a certificate. Each reading is recorded':
    'Номер и PIN сертификата. Каждое чтение записывается',
  'Of these filled incorrectly': 'Из них заполнено неверно',
  'Only and always when status is error': 'Только и всегда при status error',
  'Only and always when status is error: it failed, its ttl expired, or it was refunded':
    'Только и всегда при status error: не выполнен, истёк ttl или сумма возвращена',
  'Only for a refunded certificate: what was returned, less than sum if a part of it was used':
    'Только для возвращённого сертификата: сколько возвращено; меньше sum, если часть его использована',
  'Only for a refunded certificate: when its sum was returned, Moscow time':
    'Только для возвращённого сертификата: когда возвращена сумма, московское время',
  'Only lines after this one: `next` of the answer before':
    'Только строки после этой: `next` предыдущего ответа',
  'Only this area': 'Только эта область',
  'Only this locality': 'Только этот населённый пункт',
  'Orders many certificates, in one part or several':
    'Заказывает много сертификатов, одной или несколькими частями',
  'Orders one certificate': 'Заказывает один сертификат',
  'Orders, each with the fields of makeOrder': 'Заказы, каждый с полями makeOrder',
  'PDF, base64': 'PDF, base64',
  'Place of the order in what was sent, from 1': 'Место заказа в отправленном, с 1',
  'Products to list; all when absent': 'Какие продукты; без поля — все',
  'Protects from duplicates: the same uuid brings the same request':
    'Защищает от дублей: тот же uuid возвращает тот же запрос',
  'Received so far': 'Получено на сейчас',
  "Recipient's e-mail; without it nothing is sent": 'Почта получателя; без неё ничего не отправляется',
  "Recipient's name, for the letter": 'Имя получателя, для письма',
  "Recipient's phone, 7XXXXXXXXXX": 'Телефон получателя, 7XXXXXXXXXX',
  'Resends of this order that are left today, Moscow time':
    'Сколько повторных отправок заказа осталось сегодня, по Москве',
  'Roubles that one top-up has at the least': 'Наименьшая сумма пополнения, рубли',
  'Roubles that will be paid': 'Сколько рублей будет уплачено',
  'Roubles, ascending, orderable now. 0 means a free amount from face_min to face_max':
    'Рубли по возрастанию, доступные сейчас. 0 означает свободную сумму от face_min до face_max',
  'Roubles; one of the faces of the product, or a free amount where it has one':
    'Рубли; один из номиналов продукта или свободная сумма, если она у него есть',
  'Seconds after which an unprocessed order is cancelled':
    'Через сколько секунд необработанный заказ отменяется',
  "Sender's e-mail": 'Почта отправителя',
  "Sender's name, for the letter": 'Имя отправителя, для письма',
  'Sends an issued certificate again, to the same or a corrected address':
    'Отправляет выпущенный сертификат ещё раз, на тот же или исправленный адрес',
  'Service code of the order': 'Служебный код заказа',
  'Service comment; scripts the outcome of test orders':
    'Служебный комментарий; задаёт исход тестовых заказов',
  'Since when; of scheduled and retrying the next try. Moscow time':
    'С какого времени; для scheduled и retrying — время следующей попытки. Московское время',
  'Terms of use, HTML': 'Условия использования, HTML',
  'The catalogue: products that are on, with the faces that can be ordered now':
    'Каталог: включённые продукты с номиналами, которые можно заказать сейчас',
  'The categories of the catalogue': 'Категории каталога',
  'The certificate as a PDF. Each reading is recorded': 'Сертификат в PDF. Каждое чтение записывается',
  'The certificate itself, a notice that it went by e-mail, or a code for later receipt':
    'Сам сертификат, уведомление об отправке по почте или код для получения',
  "The certificate's number": 'Номер сертификата',
  'The corrected e-mail; the certificate goes there': 'Исправленная почта; сертификат уйдёт туда',
  'The corrected phone, 7XXXXXXXXXX; a code for later receipt goes there':
    'Исправленный телефон, 7XXXXXXXXXX; туда уйдёт код для получения',
  "The order's service code, not the certificate's": 'Служебный код заказа, не сертификата',
  'The receiving link of a certificate': 'Ссылка для получения сертификата',
  'The request': 'Запрос',
  'The same under the name of getStatus': 'То же под именем из getStatus',
  "This order's own callback address: http or https without user name and password, not in a private network unless the installation allows that":
    'Свой адрес обратного вызова этого заказа: http или https, без имени и пароля, не во внутренней сети, если установка этого не разрешает',
  'Top-ups that are announced and not booked': 'Пополнения, о которых сообщено, но которые не зачислены',
  'What became of the letter and the text that bring the certificate, once issued':
    'Что стало с письмом и SMS, которые несут сертификат; после выпуска',
  'What can be spent now: balance and credit line less what is held':
    'Сколько можно потратить сейчас: баланс и кредитный лимит без удержанного',
  'What has become of a bulk order and of its lines': 'Что стало с массовым заказом и его строками',
  'What has become of a request': 'Что стало с запросом',
  'What sums makeTopUp takes, and how many may wait':
    'Какие суммы принимает makeTopUp и сколько их может ждать',
  'What was booked; it may differ from what was announced':
    'Сколько зачислено; может отличаться от заявленного',
  'When to send: YYYY-MM-DDThh:mm:ss±hh:mm (or Z), within ten years from now':
    'Когда отправить: YYYY-MM-DDThh:mm:ss±hh:mm (или Z), не позже чем через десять лет',
  'Of a 3601 that makeOrder answers, or makeTopUp to a request for a phone: why each of these fields':
    'Для ошибки 3601 в ответе makeOrder или makeTopUp на запрос с телефоном: почему названо каждое из этих полей',
  'Where certificates can be spent: area, locality, product, addresses':
    'Где принимают сертификаты: область, населённый пункт, продукт, адреса',
  'Whether an announced payment was booked': 'Зачислен ли заявленный платёж',
  'Which part this is; 1 when absent': 'Какая это часть; без поля — 1',
  'Whole roubles, rounded towards zero': 'Целые рубли, округление к нулю',
  'Why it is paused, or why nothing was placed': 'Почему приостановлен или почему ничего не размещено',
  'Why it was not delivered, without an address': 'Почему не доставлено, без адреса',
  'YYYY-MM-DD hh:mm:ss, Moscow time': 'YYYY-MM-DD hh:mm:ss, московское время',
  'all: nothing is placed if any order is wrong; right: wrong ones are left out; asked: a person confirms':
    'all: если хоть один заказ неверен, не размещается ничего; right: неверные пропускаются; asked: подтверждает человек',
  'its uuid': 'его uuid',
};

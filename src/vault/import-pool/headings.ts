/** What columns of codes are called. */
import type { Cell } from '../../platform/spreadsheet/table-row.ts';

export const poolFields = [
  'number',
  'pin',
  'face',
  'expiry',
  'active',
  'state',
  'start',
  'currency',
] as const;
export type PoolField = (typeof poolFields)[number];

/** Known headings, in lower-case letters and digits only (see `bare`). */
export const headings: Record<PoolField, readonly string[]> = {
  number:
    spellings(`номер номерсертификата номеркарты номеркода номерэпс код кодсертификата сертификат промокод
    номерподарочнойкарты номервоучера ваучер штрихкод
    number certificatenumber cardnumber cardno code certificatecode certificate voucher vouchercode vouchernumber serial serialnumber
    couponcode coupon giftcard giftcardnumber giftcardcode barcode`),
  pin: spellings(`пин пинкод pinкод секретныйкод pin pincode пароль кодактивации защитныйкод кодподтверждения проверочныйкод
    password passcode secret secretcode securitycode activationcode cvv cvc cvv2 кодбезопасности пинкодкарты pinкодкарты`),
  face: spellings(`номинал номиналруб номиналрублей номиналврублях номиналсертификата номиналкарты сумма суммаруб
    face facevalue denomination nominal amount value`),
  expiry:
    spellings(`срокдействия срокдействиядо действителендо действительнодо действительнадо действуетдо годендо годнодо годнадо
    годностьдо срокгодности срокгодностидо датаокончания датаокончаниядействия датаокончаниясрокадействия датаистечения срокистекает
    использоватьдо активироватьдо срокдо срокпо срокдействияпо действуетпо
    expiry expirydate expires expireson expiresat expireat expiredate expiration expirationdate enddate validuntil validto validtill
    validthru goodthru bestbefore usebefore`),
  active: spellings('активен активна активный активирован активность active isactive activated'),
  state: spellings(
    `статус состояние статускода статускарты статуссертификата status state cardstatus codestatus`,
  ),
  start:
    spellings(`действуетс действителенс действительнос действительнас датаначала датаначаладействия началодействия срокс срокдействияс
    validfrom startdate startsat activefrom`),
  currency: spellings('валюта валютаноминала currency currencycode'),
};

/** Words in the place of a number that belong to the table and not to its codes. */
const otherHeadings =
  spellings(`дата подпись поставщик покупатель получатель составил составила утвердил директор бухгалтер исполнитель
  ответственный страница стр пп номерпп примечание комментарий date page supplier signature comment note remarks`);

const ofNumbers = new Set([...Object.values(headings).flat(), ...otherHeadings]);

/** Whether a text in the place of a number or PIN is what some column is called. */
export const isHeading = (text: string): boolean => ofNumbers.has(bare(text));

function spellings(text: string): string[] {
  return text.split(/\s+/);
}

export const bare = (heading: Cell): string =>
  typeof heading === 'string'
    ? heading
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
    : '';

/** What a column seems to hold by its heading alone; tried in this order. */
export type Looks = 'dates' | 'states' | 'money' | 'codes';

const hints: readonly [Looks, RegExp][] = [
  ['codes', /пин|pin|парол|passw|секрет|secret|cvv|cvc/],
  ['states', /статус|состояни|status|state|актив|active|отгру|продан|использован|погаш|блокир|выдан/],
  ['dates', /дата|срок|date|expir|valid|действ|годен|годн|until/],
  ['money', /цена|стоимост|сумм|номинал|баланс|остат|price|amount|balance|cost|валют|currency/],
];

/** Whether people write what they like there; what they write of a row is judged with the row. */
export const isRemark = (heading: Cell): boolean =>
  /примеч|коммент|замеч|remark|comment|^notes?$/.test(bare(heading));

export function looksOfHeading(heading: Cell): Looks | null {
  const name = bare(heading);
  return name === '' ? null : (hints.find(([, form]) => form.test(name))?.[0] ?? null);
}

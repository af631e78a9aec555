/** What the form of a new order does: it is looked at, then placed. */
import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import { placeByPerson } from '../../../orders/acts/place-by-person.ts';
import { placeForEach, type PlacedForEach } from '../../../orders/acts/place-for-each.ts';
import { previewOrder, type RightPreview } from '../../../orders/acts/preview-order.ts';
import type { Refusal } from '../../../orders/refusals.ts';
import type { EarlierRecipient } from '../../../orders/search/earlier-recipients.ts';
import { readBulkAloneTo } from '../../../people/approvals/bulk-alone-to.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { maskedAddress } from '../../../platform/values/masked-address.ts';
import type { Data } from '../../../platform/values/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall } from '../cabinet.ts';
import { newOrderLabels, type NewOrderLabels } from './new-labels.ts';
import { formView, previewView, type Typed } from './new-view.ts';
import { addressOf, mostRecipients, readRecipients, uuidFor, type Recipient } from './recipients.ts';

export interface NewOrderForm {
  product: CatalogueProduct;
  typed: Typed;
  /** Recipients of earlier orders that are offered, and those that were ticked. */
  earlier: EarlierRecipient[];
  chosen: EarlierRecipient[];
}

const firstOf = (typed: Typed): Recipient => ({
  name: typed['to'] ?? '',
  email: typed['email_to'] ?? '',
  phone: typed['to_phone'] ?? '',
});

/** Whether it is that of the fields, who has the uuid of the form, however many others are added after a first order. */
const isFirst = (typed: Typed, recipient: Recipient): boolean =>
  addressOf(recipient) === addressOf(firstOf(typed));

/** Shows what was typed, before anything is ordered. */
export async function checkForm(call: CabinetCall, form: NewOrderForm): Promise<ActEnd> {
  const recipients = recipientsOf(call, form);
  if (!Array.isArray(recipients)) return recipients;
  const judged = await judge(call, form, recipients);
  return 'end' in judged ? judged.end : { is: 'shown', page: previewView(form, judged.preview, call) };
}

/** The letter of the preview, as it looks. */
export async function letterOf(call: CabinetCall, form: NewOrderForm): Promise<ActEnd> {
  const recipients = recipientsOf(call, form);
  const judged = Array.isArray(recipients) ? await judge(call, form, recipients) : null;
  const letter = judged !== null && 'preview' in judged ? judged.preview.letter : null;
  return letter === null ? { is: 'missing' } : { is: 'letter', letter };
}

/** What the orders would do, or the end if one of them cannot be placed. */
async function judge(
  call: CabinetCall,
  form: NewOrderForm,
  recipients: Recipient[],
): Promise<{ preview: RightPreview } | { end: ActEnd }> {
  const { ctx, party, language, now } = call;
  const link = `${ctx.config.baseUrl}/g/…`;
  const ask = { clientId: party.partyId, orders: ordersOf(form, recipients), language, link };
  const preview = await previewOrder(ctx.pageDb, ask, now);
  if (preview.is === 'missing') return { end: { is: 'missing' } };
  if (preview.is === 'wrong') return { end: wrong(call, form, preview.names, recipients[preview.index]) };
  const sum = preview.availableKopecks === null ? 0 : preview.sumKopecks;
  const aloneTo = await tooMuchAlone(call, recipients.length, sum);
  if (aloneTo === null) return { preview };
  const text = newOrderLabels[language].alone(formatFace(aloneTo, language));
  return { end: refused(call, form, text) };
}

/** Up to which sum one person may order for several at once; null: it is not more. */
async function tooMuchAlone(
  { ctx, party }: CabinetCall,
  recipients: number,
  sumKopecks: number,
): Promise<number | null> {
  const aloneTo = recipients > 1 ? await readBulkAloneTo(ctx.pageDb, party.partyId) : null;
  return aloneTo !== null && sumKopecks > aloneTo ? aloneTo : null;
}

export async function placeForm(call: CabinetCall, form: NewOrderForm): Promise<ActEnd> {
  const { ctx, principal, language } = call;
  const recipients = recipientsOf(call, form);
  if (!Array.isArray(recipients)) return recipients;
  if (recipients.length > 1) return placeSeveral(call, form, recipients);
  const [data] = ordersOf(form, recipients);
  const placed = await placeByPerson(ctx, principal, data as Data);
  switch (placed.is) {
    case 'missing':
      return { is: 'missing' };
    case 'wrong':
      return wrong(call, form, placed.names, recipients[0]);
    case 'refused':
      return refused(call, form, refusalText(placed.refusal, call));
    case 'placed': {
      ctx.onPlaced();
      const text = newOrderLabels[language].placed(placed.requestId);
      return { is: 'done', to: `/c/orders/${placed.requestId}`, flash: { kind: 'yes', text } };
    }
  }
}

/** All of them are judged again before the first is placed: the preview may be old. */
async function placeSeveral(call: CabinetCall, form: NewOrderForm, recipients: Recipient[]): Promise<ActEnd> {
  const { ctx, principal, language } = call;
  const labels = newOrderLabels[language];
  const judged = await judge(call, form, recipients);
  if ('end' in judged) return judged.end;
  const { placed, stopped } = await placeForEach(ctx, principal, ordersOf(form, recipients));
  if (placed.length > 0) ctx.onPlaced();
  if (stopped === null) {
    const text = labels.placedMany(placed.length);
    return { is: 'done', to: '/c/orders', flash: { kind: 'yes', text } };
  }
  if (stopped.is === 'missing') return { is: 'missing' };
  // It stands in the session until a page has said it.
  const next = maskedNameOf(recipients[placed.length]);
  const text = labels.stopped(placed.length, recipients.length, next, whyStopped(stopped, call));
  return { is: 'done', to: '/c/orders', flash: { kind: 'no', text } };
}

function whyStopped(stopped: NonNullable<PlacedForEach['stopped']>, call: CabinetCall): string {
  const labels = newOrderLabels[call.language];
  if (stopped.is === 'refused') return refusalText(stopped.refusal, call);
  const [name = ''] = stopped.is === 'wrong' ? stopped.names : [];
  return problemOf(name, labels);
}

/** Text of a problem with a field of makeOrder. */
function problemOf(name: string, { fields, notSold, wrongOther }: NewOrderLabels): string {
  if (name === 'product_id') return notSold;
  const texts: Partial<Record<string, unknown>> = fields;
  const text = texts[`${name}Wrong`];
  return typeof text === 'string' ? text : wrongOther;
}

const nameOf = (recipient: Recipient | undefined): string =>
  recipient === undefined ? '' : addressOf(recipient) || recipient.name;

const maskedNameOf = (recipient: Recipient | undefined): string =>
  recipient === undefined ? '' : maskedAddress(recipient.email || recipient.phone);

/** Or the form again, with what is wrong with them. */
function recipientsOf(call: CabinetCall, form: NewOrderForm): Recipient[] | Extract<ActEnd, { is: 'wrong' }> {
  const labels = newOrderLabels[call.language];
  const read = readRecipients(firstOf(form.typed), form.typed['others'] ?? '', form.chosen);
  if (read.is === 'read') return read.recipients;
  const others =
    read.is === 'too-many'
      ? labels.tooMany(mostRecipients)
      : read.why === 'twice'
        ? labels.twice(read.said)
        : labels.noAddress(read.said);
  return { is: 'wrong', page: formView({ ...form, errors: { others } }, call) };
}

/** As makeOrder takes them. Browsers send the time without an offset: it is meant in Moscow. */
function ordersOf({ product, typed }: NewOrderForm, recipients: readonly Recipient[]): Data[] {
  const { date_send: dateSend = '', others: _others, again: _again, uuid = '', ...rest } = typed;
  return recipients.map((recipient) => ({
    ...rest,
    product_id: product.id,
    face: (typed['face'] ?? '').replaceAll(/\s/g, '').replace(',', '.'),
    to: recipient.name,
    email_to: recipient.email,
    to_phone: recipient.phone,
    delivery_type: wayTo(recipient, typed['delivery_type'] ?? '', recipients.length > 1),
    date_send: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(dateSend) ? `${dateSend}:00+03:00` : dateSend,
    testmode: typed['testmode'] === 'yes',
    uuid: isFirst(typed, recipient) ? uuid : uuidFor(uuid, recipient),
  }));
}

/** With several recipients, one with only a phone gets a text and one with only an e-mail address a letter. */
function wayTo({ email, phone }: Recipient, chosen: string, isOfSeveral: boolean): string {
  if (!isOfSeveral || chosen === 'link') return chosen;
  if (chosen === 'email' && email === '' && phone !== '') return 'sms';
  return chosen === 'sms' && phone === '' && email !== '' ? 'email' : chosen;
}

/** At the field of the form, or at the other recipients with the address that is meant. */
function wrong(
  call: CabinetCall,
  form: NewOrderForm,
  names: readonly string[],
  of: Recipient | undefined,
): ActEnd {
  const labels = newOrderLabels[call.language];
  const isOfFields = of === undefined || isFirst(form.typed, of);
  const errors: FieldErrors = Object.fromEntries(
    names.map((name) => {
      const problem = problemOf(name, labels);
      const isOfOther = !isOfFields && ['to', 'email_to', 'to_phone'].includes(name);
      return isOfOther ? ['others', labels.wrongOf(nameOf(of), problem)] : [name, problem];
    }),
  );
  return { is: 'wrong', page: formView({ ...form, errors }, call) };
}

const refused = (call: CabinetCall, form: NewOrderForm, text: string): ActEnd => ({
  is: 'wrong',
  page: { ...formView({ ...form, errors: {} }, call), notice: { kind: 'no', text } },
});

function refusalText({ why }: Refusal, { language }: CabinetCall): string {
  const { refusals } = newOrderLabels[language];
  switch (why) {
    case 'supplier-limit':
    case 'no-stock':
    case 'no-funds':
    case 'uuid-mismatch':
      return refusals[why];
    default:
      return refusals.other;
  }
}

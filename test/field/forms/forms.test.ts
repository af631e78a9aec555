/** Every form of the signed-in pages, with what forms of others lost or failed at. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { beginLook } from '../../../src/acts/looks/look-acts.ts';
import { clientParty, operator, type Party } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { readForm, type TextsOf } from '../../../src/web/form/fields.ts';
import { count, line, roubles } from '../../../src/web/form/kinds.ts';
import { formsIn, formsOf, waysToSend, type FoundField, type FoundForm } from '../../support/form-crawler.ts';
import { operatorWorld, type OperatorWorld } from '../../support/operator-world.ts';
import { visitor } from '../../support/pages-of.ts';
import { thingsOfSupplier } from '../../support/supplier-things.ts';
import { foreignNames, samples } from './samples.ts';

const form = {
  line: line({ most: 12 }),
  count: count({ least: 0, most: 5000 }),
  kopecks: roubles({}),
};
const texts = {
  line: 'Line',
  count: 'Count',
  countWrong: 'A whole number.',
  kopecks: 'Sum',
  kopecksWrong: 'A sum.',
} satisfies TextsOf<typeof form>;

/** Which change who is signed in, or need a file. */
const leftOut = /^\/(out|switch|in|me\/(password|sessions))(\/|\?|$)/;

const addressOf = ({ action }: FoundForm): string =>
  (action.split('?')[0] ?? '').replaceAll(/\d+|[0-9A-F]{12}/g, '#');

const kindOf = (one: FoundForm): string =>
  `${addressOf(one)} ${one.fields.map(({ name }) => name.replaceAll(/\d+/g, '#')).join(' ')}`;

/** Codes are not shown again. */
const isSecret = /^(?:number|testCode|tryCode)$/;

/** Forms that say otherwise what is wrong, and how. */
const othersSay: Record<string, string> = {
  '/c/views': 'the message of the list that it was sent from',
  '/s/views': 'the message of the list that it was sent from',
  '/o/views': 'the message of the list that it was sent from',
  '/o/suppliers/#/settings': 'a list above the form, since the adapters name their fields themselves',
  '/o/products/#/templates/edit': 'test/field/template-forms',
  '/s/templates/#/edit': 'test/field/template-forms',
  '/o/pools/#': 'that a file is needed comes first',
  '/s/codes': 'that a file is needed comes first',
  '/o/work/callbacks/take': 'its fields belong to other buttons',
  '/o/work/drafts/take': 'its fields belong to other buttons',
  '/o/work/letters/take': 'its fields belong to other buttons',
  '/o/work/quarantine/take': 'its fields belong to other buttons',
  '/o/work/top-ups/take': 'its fields belong to other buttons',
  '/s/tills/cashiers': 'the errors alone: what was typed is not shown again',
  '/s/tills/settings': 'the errors alone: what was typed is not shown again',
  '/s/tills/shops': 'the errors alone: what was typed is not shown again',
};

/** Something that is right in most fields. */
function typing({ name, type, value, most }: FoundField): string | null {
  if (name === 'template' || type === 'password') return null;
  if (name === 'phone' || name === 'to_phone') return '79990000001';
  if (type === 'email' || /mail/i.test(name)) return 'other@recipients.example';
  if (type === 'date') return value || '2026-11-01';
  return value === '' ? (most !== null && most < 3 ? '1' : '100') : null;
}

const isText = ({ type }: FoundField): boolean => ['text', 'textarea', 'email', 'tel'].includes(type);

const isWrongAt = (body: string, name: string): boolean =>
  [...body.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].some(
    ([tag]) => tag.includes(` name="${name}"`) && tag.includes(' aria-invalid="true"'),
  );

const shows = (body: string, name: string, value: string): boolean =>
  formsIn(body).some(({ fields }) =>
    fields.some((field) => field.name === name && field.value.toUpperCase() === value),
  );

const filled = (one: FoundForm): URLSearchParams => waysToSend(one, typing)[0] ?? new URLSearchParams();

describe('every form', () => {
  let o: OperatorWorld;
  let found: { form: FoundForm; send: (fields: URLSearchParams) => Promise<LightMyRequestResponse> }[];

  before(async () => {
    o = await operatorWorld();
    const { world, shop } = o;
    // Its file cannot be read, and some form asks for that.
    await world.home.db.query(`delete from pool_drafts`);
    const theirs = await world.product({ activationScheme: 'letter' });
    await thingsOfSupplier(world, theirs, '2026-08');
    await beginLook(world.cellOf(shop), fromShell, { clientId: shop.id, campaign: '' }, world.clock.now());
    await world.settle();
    const supplier: Party = { side: 'supplier', partyId: theirs.supplierId };
    found = [
      ...(await formsFor(clientParty(shop.id), 'owner', ['/c', '/c/orders/new?product=' + o.product.id])),
      ...(await formsFor(supplier, 'manager', ['/s'])),
      ...(await formsFor(operator, 'admin', [
        `/o/suppliers/${theirs.supplierId}`,
        `/o/orders/${o.issued}`,
        '/o',
      ])),
    ];
  });
  after(async () => {
    await o.world.settle();
    await o.world[Symbol.asyncDispose]();
  });

  async function formsFor(party: Party, role: string, start: string[]): Promise<typeof found> {
    const { world } = o;
    const person = await visitor(world, party, role);
    const forms = await formsOf([...start, '/team', '/me'], {
      get: (url) => person.get(url),
      isOurs: (path) => /^\/(o|c|s|home|team|me)(\/|\?|$)/.test(path),
    });
    const once = new Map(forms.map((one) => [kindOf(one), one]));
    return [...once.values()]
      .filter(({ action }) => !leftOut.test(action))
      .map((one) => ({
        form: one,
        async send(fields) {
          await world.home.db.query(`update sessions set stepped_up_at = $1, seen_at = $1`, [
            world.clock.now(),
          ]);
          const file = { field: 'file', name: '', bytes: Buffer.alloc(0) };
          return one.hasFile
            ? person.upload(one.action, Object.fromEntries(fields), file)
            : person.send(one.action, fields);
        },
      }));
  }

  test('refuses at its field what is too long, and what is none of its choices', async () => {
    const faults: string[] = [];
    let tried = 0;
    for (const { form: one, send } of found) {
      if (othersSay[addressOf(one)] !== undefined) continue;
      for (const field of one.fields) {
        const { name, type, most, options } = field;
        const bad =
          type === 'select'
            ? options.every((option) => /^\d*$/.test(option))
              ? '999999999'
              : 'no-such-choice'
            : isText(field) && most !== null
              ? 'W'.repeat(most + 1)
              : null;
        if (bad === null) continue;
        tried += 1;
        const fields = filled(one);
        fields.set(name, bad);
        // The first of two is meant.
        if (!one.hasFile) fields.append(name, 'W');
        const { statusCode, body } = await send(fields);
        const what = `${one.action} ${name} (${type})`;
        if (statusCode === 422 ? !isWrongAt(body, name) : statusCode < 400 || statusCode >= 500)
          faults.push(`${what}: ${statusCode}`);
        else if (statusCode === 422 && isText(field) && !isSecret.test(name) && !shows(body, name, bad))
          faults.push(`${what} is not shown again`);
      }
    }
    assert.ok(tried > 100, `${tried} fields`);
    assert.deepEqual(faults, []);
  });

  test('fails at nothing that somebody sends', async () => {
    const faults: string[] = [];
    for (const { form: one, send } of found) {
      const typed = one.fields.filter(isText);
      const asked = [
        ...(typed.length === 0 ? [] : samples).map(({ input, name }) => {
          const fields = filled(one);
          for (const { name: field } of typed) fields.set(field, input);
          return { name, fields };
        }),
        { name: 'each field twice', fields: new URLSearchParams([...filled(one), ...filled(one)]) },
        { name: 'nothing', fields: new URLSearchParams() },
        {
          name: 'fields that no form has',
          fields: new URLSearchParams([...filled(one), ...foreignNames.map((name) => [name, 'x'])]),
        },
      ];
      for (const { name, fields } of asked) {
        const { statusCode } = await send(fields);
        if (statusCode >= 500) faults.push(`${one.action} ${name}: ${statusCode}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  test('refuses ten megabytes as too much', async () => {
    const [first] = found;
    const sent = await first?.send(new URLSearchParams({ name: 'W'.repeat(10_000_000) }));
    assert.equal(sent?.statusCode, 413);
  });
});

for (const { name, source, input, right } of samples)
  test(`a field: ${name} (${source})`, () => {
    // As `pageCall` gives it to a form.
    const sent = input.replaceAll('\0', '').replaceAll('\r\n', '\n');
    const read = readForm(form, texts, {
      form: new URLSearchParams({ line: sent, count: sent, kopecks: sent }),
      language: 'en',
    });
    const values = 'errors' in read ? read.right : read.values;
    assert.deepEqual({ ...values }, right);
  });

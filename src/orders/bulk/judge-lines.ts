/** Judges the lines of a bulk order by the rules of makeOrder. */
import { randomUUID } from 'node:crypto';
import { findOffers } from '../../catalog/find-offers.ts';
import type { Client } from '../../clients/client.ts';
import type { OrderAsk } from '../order-ask.ts';
import { whyNotOffered } from '../place-orders.ts';
import { readOrder, type ReadingRules } from '../read-order.ts';
import type { Sql } from '../../platform/database/database.ts';
import { isGiven, textOf, type Data } from '../../platform/values/fields.ts';
import { parseSent } from '../../platform/values/sent-number.ts';
import { addressProblem } from '../../platform/network/callback-address.ts';
import { hasMixedScripts } from '../../platform/values/mixed-scripts.ts';
import { problem, problemsOf, type Reason } from './problems.ts';

export interface Line {
  line: number;
  /** The fields of makeOrder as they came. */
  fields: Data;
}

export interface JudgedLine {
  line: number;
  /** JSON of the fields. */
  fields: string;
  uuid: string;
  productId: number | null;
  faceKopecks: number | null;
  testmode: boolean;
  /** Empty: the line is right. */
  problems: string[];
}

const maxUuidCharacters = 36;
/** Far above what well-filled fields make. */
const maxFieldsCharacters = 20_000;

/** Judges lines by makeOrder's own checks, against the catalogue of this moment too. Writes nothing. */
export async function judgeLines(
  db: Sql,
  client: Client,
  lines: Line[],
  now: Date,
  rules: ReadingRules,
): Promise<JudgedLine[]> {
  const read = lines.map((line) => readLine(client, line, now, rules));
  const asks = read.flatMap(({ ask }) => ask ?? []);
  const offers = asks.length === 0 ? [] : await findOffers(db, asks, now);
  const offerOf = new Map(asks.map((ask, index) => [ask, offers[index] ?? null]));
  return read.map(({ ask, ...judged }) => {
    if (ask === null) return judged;
    const refusal = whyNotOffered(ask, offerOf.get(ask) ?? null);
    const problems = refusal === null ? [] : problemsOf(refusal);
    const { productId, faceKopecks, testmode } = ask;
    return { ...judged, problems, productId, faceKopecks, testmode };
  });
}

type ReadLine = JudgedLine & { ask: OrderAsk | null };

function readLine(client: Client, { line, fields }: Line, now: Date, rules: ReadingRules): ReadLine {
  const uuid = uuidOf(fields);
  const wrong = { line, uuid, productId: null, faceKopecks: null, testmode: false, ask: null };
  const text = JSON.stringify(fields);
  if (text.length > maxFieldsCharacters)
    return { ...wrong, fields: '{}', problems: [problem('order', 'too-long')] };
  const reading = readOrder(
    client,
    { ...fields, uuid: isGiven(fields['uuid']) ? fields['uuid'] : uuid },
    now,
    rules,
  );
  if (reading.is === 'read') return { ...wrong, fields: text, problems: [], ask: reading.ask };
  const problems = reading.names.map((name) => problem(name, reasonOf(name, fields[name], rules)));
  return { ...wrong, fields: text, problems };
}

function reasonOf(name: string, value: unknown, { callsPrivate }: ReadingRules): Reason {
  if (!isGiven(value)) return 'missing';
  if (typeof value !== 'string') return 'form';
  if ((name === 'email_to' || name === 'email_from') && hasMixedScripts(value)) return 'letters';
  return name === 'callback' && addressProblem(value, callsPrivate) === 'private' ? 'private' : 'form';
}

/** The uuid of the line, or one that we make: so its order is placed once, whatever happens. */
function uuidOf({ uuid }: Data): string {
  const own = textOf(uuid);
  const usable =
    typeof own === 'string' &&
    own !== '' &&
    own.length <= maxUuidCharacters &&
    own.isWellFormed() &&
    !own.includes('\0');
  return usable ? own : randomUUID();
}

/** The order of a stored line, judged again: what was right may have become wrong. */
export function askOf(
  client: Client,
  line: { fields: string; uuid: string },
  now: Date,
): ReturnType<typeof readOrder> {
  return readOrder(client, { ...(parseSent(line.fields) as Data), uuid: line.uuid }, now);
}

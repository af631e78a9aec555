/** Finds the text that a receipt is about. A receipt that fits several texts is not counted. */
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { TextReceipt } from '../../platform/texter/text-provider.ts';

/** Ids are equal here if they differ only in leading zeros or in the case of letters, as in the index of migration 0206. */
const plainIdOf = (column: string): string => `regexp_replace(lower(${column} collate "C"), '^(0x)?0*', '')`;

/** Parts `p` that a receipt `r` may be about. */
export const mayBeAbout = `p.provider = r.provider
  and ${plainIdOf('p.message_id')} = any(array_append(r.other_ids, ${plainIdOf('r.message_id')}))`;

export interface FoundReceipt {
  id: number;
  report: TextReceipt['report'];
  details: string;
  clientId: number;
  requestId: number;
  kind: string;
  round: number;
  part: number;
}

interface Candidate extends Omit<FoundReceipt, 'clientId'> {
  /** Null: no part has such an id. */
  clientId: number | null;
  address: string;
  phones: string[];
  /** How the id of the receipt fits: exactly, but for zeros and case, or only as the same number in another base. */
  likeness: 'exact' | 'plain' | 'base';
}

/** Takes receipts that are due: returns the ids of all, and the parts of those whose text is certain. */
export async function findTexts(
  tx: Tx,
  keyring: Keyring,
  now: Date,
  most: number,
): Promise<{ ids: number[]; found: FoundReceipt[] }> {
  const { rows } = await tx.query<Candidate>(
    `select r.id, r.report, r.details, r.phone_hashes as phones, p.client_id as "clientId", p.request_id as "requestId", p.kind, p.round, p.part,
            coalesce(d.address, '') as address,
            case when p.message_id = r.message_id then 'exact'
                 when ${plainIdOf('p.message_id')} = ${plainIdOf('r.message_id')} then 'plain' else 'base' end as likeness
     from (select * from text_receipts where due_at <= $1 order by due_at limit $2 for update skip locked) r
     left join text_parts p on ${mayBeAbout}
     left join deliveries d on d.client_id = p.client_id and d.request_id = p.request_id and d.channel = 'sms'
       and d.kind = p.kind and d.round = p.round
     order by r.id`,
    [now, most],
  );
  const byReceipt = Map.groupBy(rows, ({ id }) => id);
  return {
    ids: [...byReceipt.keys()],
    found: [...byReceipt.values()].flatMap((candidates) => certainOf(keyring, candidates)),
  };
}

/**
 * An exact id is preferred to one that differs in case, but not to the same number in another base: a provider that uses two bases
 * may write the id of one text exactly as it wrote that of another.
 */
function certainOf(keyring: Keyring, candidates: Candidate[]): FoundReceipt[] {
  const possible = candidates.filter((one) => isPart(one) && isToPhone(keyring, one)) as (Candidate &
    FoundReceipt)[];
  const exact = possible.filter(({ likeness }) => likeness === 'exact');
  const meant = exact.length === 0 ? possible : possible.filter(({ likeness }) => likeness !== 'plain');
  const texts = new Set(meant.map((one) => [one.clientId, one.requestId, one.kind, one.round].join(' ')));
  return texts.size === 1 ? meant : [];
}

const isPart = ({ clientId }: Candidate): boolean => clientId !== null;

const isToPhone = (keyring: Keyring, { phones, address }: Candidate): boolean =>
  phones.length === 0 || phones.includes(phoneMark(keyring, address));

/** Providers write a number with 7, 8, + or none of them in front. */
const phoneDigits = 10;

/** The stored form of the phone of a receipt: enough to compare it, not to call it. */
export const phoneMark = (keyring: Keyring, phone: string): string =>
  keyring.fingerprint(`text-receipt:${phone.slice(-phoneDigits)}`).toString('hex');

/** What waits for the demo's operator. */
import { askApproval } from '../src/people/approvals/approvals.ts';
import { operator } from '../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../src/people/access/principal.ts';
import { uploadCodes } from '../src/acts/guarded/drafts/upload-codes.ts';
import { callReasons } from '../src/suppliers/adapters/call-reasons.ts';
import type { Context } from '../src/context.ts';
import { askProof } from '../src/reports/proof/ask-proof.ts';
import type { Sql } from '../src/platform/database/database.ts';

type WaitingContext = Pick<Context, 'db' | 'keyring' | 'clock' | 'config'>;

const accountant = 'nina@facevalue.example';
/** Codes that nobody has bought, for the file that waits. */
const fileRows = 40;

/**
 * What waits for the operator beside what the month has left (payments, letters, callbacks): a decision, a file with codes, a
 * call in quarantine, and the first proof. Once: whoever settles it is not bothered again.
 */
export async function seedWaiting(ctx: WaitingContext): Promise<void> {
  const { db, keyring, config, clock } = ctx;
  if (config.production) throw new Error('The demo world is never made in production.');
  const { rows } = await db.query(`select from proofs limit 1`);
  if (rows.length > 0) return;
  await askDecision(ctx);
  await handInFile(ctx);
  await letBeUnclear(db, clock.now());
  await askProof(db, keyring, fromShell, clock.now());
}

/** The accountant asks to book the payment that a client has announced. */
async function askDecision({ db, keyring, clock }: WaitingContext): Promise<void> {
  const { rows } = await db.query<{ clientId: number; amountKopecks: number; reference: string }>(
    `select q.client_id as "clientId", q.sum_kopecks as "amountKopecks", q.reference from top_up_requests q
     where q.withdrawn_at is null and not exists (
       select from transfers t where t.client_id = q.client_id and t.kind = 'top_up' and t.reference = q.reference)
     order by q.id desc limit 1`,
  );
  const [announced] = rows;
  const asks = await personOf(db, accountant);
  if (announced === undefined || asks === null) return;
  const payload = { ...announced, note: 'Пополнение по счёту' };
  await askApproval(db, keyring, asks, { party: operator, act: 'money.top-up', payload }, clock.now());
}

async function personOf(db: Sql, email: string): Promise<PersonPrincipal | null> {
  const { rows } = await db.query<{ personId: number; name: string; role: string }>(
    `select p.id as "personId", p.name, m.role from persons p
     join memberships m on m.person_id = p.id and m.side = 'operator' where p.email = $1`,
    [email],
  );
  const [person] = rows;
  return person === undefined
    ? null
    : { is: 'person', ...operator, ...person, isWhole: true, steppedUpAt: null };
}

/** A file with codes of a product that delayed orders wait for, or of any pool. */
async function handInFile({ db, keyring, clock }: WaitingContext): Promise<void> {
  const { rows } = await db.query<{ supplierId: number; productId: number; faceKopecks: number }>(
    `select p.supplier_id as "supplierId", p.id as "productId", f.face_kopecks as "faceKopecks"
     from products p join faces f on f.product_id = p.id and f.face_kopecks > 0
     where p.transfer_scheme = 'pool' and p.activation_scheme = 'none' and p.switched_on
     order by exists (
       select from requests r where r.state = 'delayed' and r.product_id = p.id and r.face_kopecks = f.face_kopecks) desc,
       p.id, f.face_kopecks limit 1`,
  );
  const [face] = rows;
  if (face === undefined) return;
  const { supplierId, productId, faceKopecks } = face;
  const lines = Array.from(
    { length: fileRows },
    (_, index) => `WAIT-${productId}-${1001 + index};${faceKopecks / 100}`,
  );
  const bytes = Buffer.from(`Номер;Номинал\n${lines.join('\n')}\n`);
  const upload = { supplierId, fileName: 'коды-на-неделю.csv', bytes, rules: { productId } };
  await uploadCodes(db, keyring, fromShell, upload, clock.now());
}

/** A supplier's answer broke off, and somebody has to ask whether it has issued a code: best one whose order was cancelled. */
async function letBeUnclear(db: Sql, now: Date): Promise<void> {
  await db.query(
    `with ended as (
       select client_id, id, supplier_id, product_id, face_kopecks, ended_at from requests
       where ended_at is not null and not testmode
       order by state in ('failed', 'cancelled') desc, ended_at desc limit 1),
     exchange as (
       insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, details,
         due_at, deadline_at, attempts, created_at, ended_at)
       select supplier_id, 'issue', client_id, id, product_id, face_kopecks, gen_random_uuid(), 'quarantined',
         $2::text, ended_at, ended_at, 1, ended_at, least(ended_at, $1) from ended
       returning supplier_id, id, created_at)
     insert into exchange_attempts (supplier_id, exchange_id, attempt, at, duration_ms, outcome, http_status, details, transcript)
     select supplier_id, id, 1, created_at, 9800, 'unclear', 200, $2::text,
       e'POST /certificates\\n{"request_id":"…"}\\n\\nHTTP 200\\n{"status":"iss' from exchange`,
    [now, callReasons.text({ is: 'no-object' }, 'en')],
  );
}

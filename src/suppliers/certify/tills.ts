/** The part of the final test that checks and redeems as a till does, and rolls it back. */
import { randomBytes } from 'node:crypto';
import { insertCertificates } from '../../certificates/certificate.ts';
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { checkCode } from '../../redemption/check-code.ts';
import { redeemCode } from '../../redemption/redeem-codes.ts';
import type { Till } from '../../redemption/till.ts';
import { keepIssuedCodes } from '../../vault/sell-codes.ts';
import { newPlatformNumber } from '../../vault/platform-number.ts';
import type { Finding, ScenarioName } from './finding.ts';
import type { CertifyTarget } from './find-targets.ts';

/** A person of the supplier (each of their roles redeems), or a program. */
export async function findAccess(db: Sql, supplierId: number): Promise<Finding[]> {
  const { rows } = await db.query<{ ready: boolean }>(
    `select exists (select from memberships where side = 'supplier' and party_id = $1)
       or exists (select from integration_access
                  where supplier_id = $1 and (token_hash is not null or user_name is not null)) as ready`,
    [supplierId],
  );
  return rows[0]?.ready === true ? [] : [{ is: 'no-access' }];
}

export type TillScenario = Extract<ScenarioName, 'check' | 'redeem' | 'second-redeem' | 'unknown-number'>;

/** Rolls back the transaction of the rehearsal and carries its result out. */
class Rehearsed extends Error {
  readonly findings: Record<TillScenario, Finding[]>;

  constructor(findings: Record<TillScenario, Finding[]>) {
    super('rehearsed');
    this.findings = findings;
  }
}

/** No client and no request has this id. */
const nobody = 0;

/**
 * Tests a certificate's life at the till with the platform's own verbs: made, checked, redeemed, refused the second
 * time. The transaction is always rolled back, so no code, order or redemption remains.
 */
export async function rehearseTills(
  { db, keyring }: { db: Database; keyring: Keyring },
  supplierId: number,
  target: CertifyTarget,
  now: Date,
): Promise<Record<TillScenario, Finding[]>> {
  try {
    return await transaction(db, async (tx) => {
      throw new Rehearsed(await rehearse(tx, keyring, supplierId, target, now));
    });
  } catch (problem) {
    if (problem instanceof Rehearsed) return problem.findings;
    throw problem;
  }
}

async function rehearse(
  tx: Tx,
  keyring: Keyring,
  supplierId: number,
  target: CertifyTarget,
  now: Date,
): Promise<Record<TillScenario, Finding[]>> {
  const principal = { is: 'program', side: 'supplier', partyId: supplierId } as const;
  const till: Till = { supplierId, principal, name: 'final test', redeemsOwn: true };
  const number = newPlatformNumber();
  await sell(tx, keyring, { supplierId, target, number }, now);
  const ask = { till, number, idempotencyKey: null };
  const checked = await checkCode(tx, keyring, { till, number }, now);
  const first = await redeemCode(tx, keyring, ask, now);
  const second = await redeemCode(tx, keyring, ask, now);
  const unknown = await redeemCode(tx, keyring, { ...ask, number: newPlatformNumber() }, now);
  return {
    check: expect(checked.is === 'known' ? checked.state : checked.is, 'active'),
    redeem: expect(first.is, 'redeemed'),
    'second-redeem': expect(second.is, 'already-redeemed'),
    'unknown-number': expect(unknown.is, 'unknown'),
  };
}

const expect = (state: string, expected: string): Finding[] =>
  state === expected ? [] : [{ is: 'wrong-state', state }];

async function sell(
  tx: Tx,
  keyring: Keyring,
  made: { supplierId: number; target: CertifyTarget; number: string },
  now: Date,
): Promise<void> {
  const { supplierId, target, number } = made;
  const { productId, facesKopecks } = target;
  const [faceKopecks = target.foreignFaceKopecks] = facesKopecks;
  const sale = { supplierId, productId, faceKopecks, clientId: nobody, requestId: nobody };
  const [codeId] = await keepIssuedCodes(
    tx,
    keyring,
    [{ sale, code: { number, pin: '' }, expiresAt: null, sold: true }],
    now,
  );
  if (typeof codeId !== 'number') throw new Error('A new platform code was known already.');
  await insertCertificates(tx, [
    {
      clientId: nobody,
      requestId: nobody,
      orderId: nobody,
      productId,
      supplierId,
      codeId,
      faceKopecks,
      issuedAt: now,
      expiresAt: null,
      tokenHash: randomBytes(32),
      senderEmail: '',
      senderName: '',
      recipientName: '',
      greeting: '',
      templateVersion: null,
    },
  ]);
}

import type { SealedColumn } from '../platform/secrets/reseal.ts';
import { isDeepStrictEqual } from 'node:util';
import { adapterNamed, adapters } from './adapters/list.ts';
import {
  findAgreements,
  findCalled,
  forgetTestOfCalls,
  lockAgreement,
  writeAgreement,
  type AgreementRow,
  type TestMarked,
} from '../catalog/supplier-agreement.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { SupplierAdapter } from './adapters/adapter.ts';
import { wrongSettings } from './adapters/wrong-settings.ts';
import { replaceSecrets } from './calls/mask-transcript.ts';

/** How a supplier is called, with opened settings. */
export interface Agreement {
  supplierId: number;
  name: string;
  adapter: SupplierAdapter;
  settings: unknown;
  /** Whether a repeat of the same request_id returns the same code (idempotent). */
  idempotent: boolean;
  timeoutMs: number;
  /** When this agreement began. */
  agreedAt: Date | null;
  certifiedAt: Date | null;
  /** The last run of its final test; null: none. */
  lastTest: { at: Date; green: boolean } | null;
  /** The test passed with codes that the barcodes of its products cannot carry. */
  oddBarcodes: boolean;
}

export interface AgreementAsk {
  supplierId: number;
  adapter: string;
  settings: unknown;
  idempotent?: boolean | undefined;
  timeoutMs?: number | undefined;
}

export type AgreementSet =
  | { is: 'set'; agreement: Agreement; offers: TestMarked }
  | { is: 'no-supplier' }
  | { is: 'no-adapter'; known: string[] }
  | { is: 'wrong-settings'; problems: string[] };

const unchanged: TestMarked = { takenOut: [], putBack: [], vouchesEnded: [] };

const defaultTimeoutMs = 10_000;

const settingsContext = (supplierId: number): string => `supplier-settings:${supplierId}`;

export const sealedAgreements: SealedColumn<{ id: number }> = {
  table: 'suppliers',
  column: 'adapter_settings',
  key: { id: 'bigint' },
  context: (row) => settingsContext(row.id),
};

/**
 * Sets how a supplier is called. Any change invalidates its final test, and what somebody vouched for: the supplier sells by API only
 * after the next passed one.
 */
export async function setAgreement(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: AgreementAsk,
  now: Date,
): Promise<AgreementSet> {
  const adapter = adapterNamed(ask.adapter);
  if (adapter === null) return { is: 'no-adapter', known: adapters.map(({ name }) => name) };
  const read = adapter.settings.safeParse(ask.settings);
  if (!read.success) return { is: 'wrong-settings', problems: wrongSettings(read.error) };
  return atomically(db, async (tx) => {
    const before = await lockAgreement(tx, ask.supplierId);
    if (before === null) return { is: 'no-supplier' };
    const earlier = openAgreement(keyring, before);
    const { agreement, same } = agree({ ...ask, settings: read.data }, adapter, earlier, before, now);
    const sealedSettings = keyring.seal(JSON.stringify(read.data), settingsContext(ask.supplierId));
    await writeAgreement(tx, { ...agreement, adapter: adapter.name, sealedSettings });
    const offers = same ? unchanged : await forgetTestOfCalls(tx, ask.supplierId, now);
    return { is: 'set', agreement, offers };
  });
}

function agree(
  ask: AgreementAsk,
  adapter: SupplierAdapter,
  earlier: Agreement | null,
  before: AgreementRow,
  now: Date,
): { agreement: Agreement; same: boolean } {
  const idempotent = ask.idempotent ?? (before.adapter === null || before.idempotent);
  const timeoutMs = ask.timeoutMs ?? (before.adapter === null ? defaultTimeoutMs : before.timeoutMs);
  const same =
    earlier !== null &&
    earlier.adapter === adapter &&
    earlier.idempotent === idempotent &&
    isDeepStrictEqual(earlier.settings, ask.settings);
  const agreement = {
    supplierId: before.supplierId,
    name: before.name,
    adapter,
    settings: ask.settings,
    idempotent,
    timeoutMs,
    agreedAt: same ? before.agreedAt : now,
    certifiedAt: same ? before.certifiedAt : null,
    lastTest: lastTestOf(before),
    oddBarcodes: before.oddBarcodes,
  };
  return { agreement, same };
}

/** Null if there is no such supplier, or it is never called. */
export async function readAgreement(
  db: Sql,
  keyring: Keyring,
  supplierId: number,
): Promise<Agreement | null> {
  const agreements = await readAgreements(db, keyring, [supplierId]);
  return agreements.get(supplierId) ?? null;
}

export async function readAgreements(
  db: Sql,
  keyring: Keyring,
  supplierIds: number[],
): Promise<Map<number, Agreement>> {
  const rows = await findAgreements(db, supplierIds);
  return new Map(
    rows.flatMap((row) => {
      const agreement = openAgreement(keyring, row);
      return agreement === null ? [] : [[row.supplierId, agreement]];
    }),
  );
}

/** How those suppliers are called that have an API. */
export const listAgreements = async (db: Sql, keyring: Keyring, limit: number): Promise<Agreement[]> =>
  (await findCalled(db, limit)).flatMap((row) => openAgreement(keyring, row) ?? []);

function openAgreement(keyring: Keyring, row: AgreementRow): Agreement | null {
  const adapter = row.adapter === null ? null : adapterNamed(row.adapter);
  if (adapter === null || row.sealedSettings === null) return null;
  const { supplierId, name, idempotent, timeoutMs, agreedAt, certifiedAt, oddBarcodes } = row;
  const lastTest = lastTestOf(row);
  const settings: unknown = JSON.parse(keyring.open(row.sealedSettings, settingsContext(supplierId)));
  const terms = { idempotent, timeoutMs, agreedAt, certifiedAt, lastTest, oddBarcodes };
  return { supplierId, name, adapter, settings, ...terms };
}

const lastTestOf = ({ testedAt, testGreen }: AgreementRow): Agreement['lastTest'] =>
  testedAt === null || testGreen === null ? null : { at: testedAt, green: testGreen };

/** The settings with secrets hidden. */
export const maskedSettings = ({ adapter, settings }: Pick<Agreement, 'adapter' | 'settings'>): unknown =>
  replaceSecrets(adapter.settings, settings, () => '••••••');

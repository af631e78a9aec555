import type { SupplierAdapter } from '../../suppliers/adapters/adapter.ts';
import { adapterNamed } from '../../suppliers/adapters/list.ts';
import { operator } from '../../people/access/party.ts';
import { readAttachment, type Approval } from '../../people/approvals/approvals.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { maskedSettings, readAgreement } from '../../suppliers/set-agreement.ts';

/** The settings that somebody asked for, for the person who decides: secrets are hidden. */
export interface AskedSettings {
  adapter: SupplierAdapter;
  settings: unknown;
  /** Names of what differs from now, such as `auth.token`; secrets too. */
  changed: ReadonlySet<string>;
}

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys are the names of the fields of a form, on two levels. */
const flat = (settings: unknown): Map<string, string> =>
  new Map(
    Object.entries(isValues(settings) ? settings : {}).flatMap(([name, value]) =>
      isValues(value)
        ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, JSON.stringify(inner)] as const)
        : [[name, JSON.stringify(value)] as const],
    ),
  );

/** Null: the approval is about something else, or its settings cannot be read. */
export async function findAskedSettings(
  db: Sql,
  keyring: Keyring,
  { id, act, payload }: Approval,
): Promise<AskedSettings | null> {
  if (act !== 'supplier.adapter-set') return null;
  const asked = JSON.parse(payload) as { supplierId: number; adapter: string };
  const adapter = adapterNamed(asked.adapter);
  const attachment = await readAttachment(db, keyring, operator, id);
  if (adapter === null || attachment === null) return null;
  const settings: unknown = JSON.parse(attachment.toString());
  const present = await readAgreement(db, keyring, asked.supplierId);
  const before = flat(present?.adapter === adapter ? present.settings : {});
  const changed = [...flat(settings)].filter(([name, value]) => before.get(name) !== value);
  return {
    adapter,
    settings: maskedSettings({ adapter, settings }),
    changed: new Set(changed.map(([name]) => name)),
  };
}

/** Files that a new supplier attaches to its answers. */
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { supplierParty } from './onboarding-side.ts';

export const maxFileBytes = 5_000_000;
export const mostFiles = 10;
const longestName = 200;

/** What may be attached, told by its first bytes: a name can say anything. */
const kinds = [
  { type: 'application/pdf', extensions: ['pdf'], begins: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/png', extensions: ['png'], begins: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], begins: [0xff, 0xd8, 0xff] },
  // Office documents are archives.
  { type: 'application/octet-stream', extensions: ['docx', 'xlsx', 'zip'], begins: [0x50, 0x4b, 0x03, 0x04] },
] as const;

export const fileExtensions = kinds.flatMap(({ extensions }) => extensions);

export interface ListedFile {
  id: number;
  name: string;
  bytes: number;
  addedBy: string;
  addedAt: Date;
}

export type FileAdded = {
  is: 'added' | 'missing' | 'empty' | 'too-large' | 'bad-type' | 'too-many';
};

export async function addFile(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, fileName, bytes }: { supplierId: number; fileName: string; bytes: Buffer },
  now: Date,
): Promise<FileAdded> {
  const party = supplierParty(supplierId);
  if (!may(principal, 'templates.change', party)) return { is: 'missing' };
  const name = (fileName.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(-longestName);
  if (bytes.length === 0 || name === '') return { is: 'empty' };
  if (bytes.length > maxFileBytes) return { is: 'too-large' };
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const kind = kinds.find(({ extensions }) => (extensions as readonly string[]).includes(extension));
  if (kind === undefined || kind.begins.some((byte, index) => bytes[index] !== byte))
    return { is: 'bad-type' };
  return atomically<FileAdded>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `select from supplier_onboardings where supplier_id = $1 for update`,
      [supplierId],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const { rows } = await tx.query<{ id: number }>(
      `insert into questionnaire_files (supplier_id, name, type, bytes, added_by, added_at)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from questionnaire_files where supplier_id = $1) < $7 returning id`,
      [supplierId, name, kind.type, bytes, actorOf(principal).actorName, now, mostFiles],
    );
    const [added] = rows;
    if (added === undefined) return { is: 'too-many' };
    const act = { party, by: actorOf(principal), act: 'onboarding.file-added', about: `file ${added.id}` };
    await recordAct(tx, keyring, { ...act, after: { bytes: bytes.length } }, now);
    return { is: 'added' };
  });
}

export async function removeFile(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, id }: { supplierId: number; id: number },
  now: Date,
): Promise<{ is: 'removed' | 'missing' }> {
  const party = supplierParty(supplierId);
  if (!may(principal, 'templates.change', party)) return { is: 'missing' };
  return atomically<{ is: 'removed' | 'missing' }>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `delete from questionnaire_files where supplier_id = $1 and id = $2`,
      [supplierId, id],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const act = { party, by: actorOf(principal), act: 'onboarding.file-removed', about: `file ${id}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'removed' };
  });
}

export async function listFiles(db: Sql, supplierId: number): Promise<ListedFile[]> {
  const { rows } = await db.query<ListedFile>(
    `select id, name, length(bytes) as bytes, added_by as "addedBy", added_at as "addedAt"
     from questionnaire_files where supplier_id = $1 order by id limit $2`,
    [supplierId, mostFiles],
  );
  return rows;
}

export async function readFile(
  db: Sql,
  { supplierId, id }: { supplierId: number; id: number },
): Promise<{ name: string; type: string; bytes: Buffer } | null> {
  const { rows } = await db.query<{ name: string; type: string; bytes: Buffer }>(
    `select name, type, bytes from questionnaire_files where supplier_id = $1 and id = $2`,
    [supplierId, id],
  );
  return rows[0] ?? null;
}

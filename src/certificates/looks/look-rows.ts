/** The looks of a client as they are kept. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { ascending, byEach, descending, mergedList } from '../../platform/cells/merge.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import { inlineLogo, type LookFields, type LookLogo, type LookState } from './client-look.ts';

export interface LookKey {
  clientId: number;
  id: number;
}

export interface KeptLook extends LookKey {
  /** Code of the orders that have it; '': of all that have no look of their own. */
  campaign: string;
  state: LookState;
  revision: number;
  fields: LookFields;
  hasLogo: boolean;
  editedAt: Date;
  editedBy: string;
  proposedAt: Date | null;
  proposedBy: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** Why it was declined or withdrawn. */
  reason: string;
}

/**
 * What of a look somebody has seen. The instant is part of it, because the number of a deleted draft is given again, and its revisions
 * are counted from 1 again.
 */
export const seenVersion = ({ revision, editedAt }: Pick<KeptLook, 'revision' | 'editedAt'>): string =>
  `${revision}-${editedAt.getTime()}`;

const columnOf = {
  senderName: 'sender_name',
  greetingRu: 'greeting_ru',
  greetingEn: 'greeting_en',
  footerRu: 'footer_ru',
  footerEn: 'footer_en',
  accent: 'accent',
  paper: 'paper',
  supportEmail: 'support_email',
  supportPhone: 'support_phone',
  site: 'site',
} as const satisfies Record<keyof LookFields, string>;

/** SQL: the fields as one value. */
export const fieldsColumn = `json_build_object(${Object.entries(columnOf)
  .map(([field, column]) => `'${field}', l.${column}`)
  .join(', ')})`;

const columns = `l.client_id as "clientId", l.id, l.campaign, l.state, l.revision, ${fieldsColumn} as fields,
  l.logo_name is not null as "hasLogo", l.edited_at as "editedAt", l.edited_by as "editedBy", l.proposed_at as "proposedAt",
  l.proposed_by as "proposedBy", l.decided_at as "decidedAt", l.decided_by as "decidedBy", l.reason`;

/** How many looks of one client are listed; older ones that have ended are left out. */
const mostListed = 200;

/**
 * Lists a client's looks: those that are shown or edited before ended ones; the look of all orders first, then by
 * campaign, the newest first.
 */
export async function listLooks(db: Sql, clientId: number): Promise<KeptLook[]> {
  const { rows } = await db.query<KeptLook>(
    `select ${columns} from client_looks l where l.client_id = $1
     order by l.state in ('draft', 'proposed', 'approved') desc, l.campaign, l.id desc limit ${mostListed}`,
    [clientId],
  );
  return rows;
}

/** A look in the list of all clients. */
interface ListedLook extends KeptLook {
  client: string;
}

/** Lists the looks of all clients that wait for the operator or are shown, the latest first. */
export const listLooksOfAll = (
  ctx: ReadingContext,
  state: 'proposed' | 'approved',
  limit: number,
): Promise<ListedLook[]> =>
  mergedList(ctx, { by: latest, limit }, ({ pageDb }) => looksInCell(pageDb, state, limit));

const latest = byEach<ListedLook>(
  descending(({ decidedAt, proposedAt }) => decidedAt ?? proposedAt ?? 0),
  ascending(({ clientId }) => clientId),
  ascending(({ id }) => id),
);

async function looksInCell(db: Sql, state: 'proposed' | 'approved', limit: number): Promise<ListedLook[]> {
  const { rows } = await db.query<ListedLook>(
    `select ${columns}, c.name as client from client_looks l join clients c on c.id = l.client_id
     where l.state = $1 order by coalesce(l.decided_at, l.proposed_at) desc, l.client_id, l.id limit $2`,
    [state, limit],
  );
  return rows;
}

export async function findLook(db: Sql, { clientId, id }: LookKey): Promise<KeptLook | null> {
  const { rows } = await db.query<KeptLook>(
    `select ${columns} from client_looks l where l.client_id = $1 and l.id = $2`,
    [clientId, id],
  );
  return rows[0] ?? null;
}

/** The one that is shown, or the one that is being made. */
export async function findCampaignLook(
  db: Sql,
  { clientId, campaign }: { clientId: number; campaign: string },
  which: 'approved' | 'open',
): Promise<KeptLook | null> {
  const states = which === 'open' ? ['draft', 'proposed'] : ['approved'];
  const { rows } = await db.query<KeptLook>(
    `select ${columns} from client_looks l where l.client_id = $1 and l.campaign = $2 and l.state = any($3)`,
    [clientId, campaign, states],
  );
  return rows[0] ?? null;
}

/** The logo of a look in whatever state, for whoever may see that look; it has no address of its own. */
export async function findLookLogo(db: Sql, { clientId, id }: LookKey): Promise<LookLogo | null> {
  const { rows } = await db.query<Omit<LookLogo, 'path'>>(
    `select logo as png, logo_width as width, logo_height as height from client_looks
     where client_id = $1 and id = $2 and logo is not null`,
    [clientId, id],
  );
  const [logo] = rows;
  return logo === undefined ? null : { ...logo, path: inlineLogo(logo.png) };
}

/** A logo that recipients see, or have seen in letters; of what was withdrawn nothing is served any more, whoever else had it before. */
export async function findPublicLogo(db: Sql, clientId: number, name: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ logo: Buffer; state: LookState }>(
    `select logo, state from client_looks
     where client_id = $1 and logo_name = $2 and state in ('approved', 'replaced', 'withdrawn')
     order by state = 'approved' desc, decided_at desc, id desc limit 1`,
    [clientId, name],
  );
  const [last] = rows;
  return last === undefined || last.state === 'withdrawn' ? null : last.logo;
}

interface Edit {
  by: string;
  now: Date;
}

/** A new draft, with everything of another look; null: the client has too many. */
export async function insertDraft(
  tx: Tx,
  { clientId, campaign, like }: { clientId: number; campaign: string; like: number | null },
  { by, now }: Edit,
): Promise<number | null> {
  const copied = [...Object.values(columnOf), 'logo', 'logo_name', 'logo_width', 'logo_height'];
  const { rows } = await tx.query<{ id: number }>(
    `with numbers as (select coalesce(max(id), 0)::integer as last from client_looks where client_id = $1)
     insert into client_looks (client_id, id, campaign, state, edited_at, edited_by, ${copied.join(', ')})
     select $1, n.last + 1, $2, 'draft', $4, $5,
       ${copied.map((column) => (column.startsWith('logo') ? `l.${column}` : `coalesce(l.${column}, '')`)).join(', ')}
     from numbers n left join client_looks l on l.client_id = $1 and l.id = $3
     where n.last < ${mostListed * 10}
     returning id`,
    [clientId, campaign, like, now, by],
  );
  return rows[0]?.id ?? null;
}

export async function writeFields(
  tx: Tx,
  { clientId, id }: LookKey,
  fields: LookFields,
  { by, now }: Edit,
): Promise<void> {
  const names = Object.keys(columnOf) as (keyof LookFields)[];
  await tx.query(
    `update client_looks set ${names.map((name, place) => `${columnOf[name]} = $${place + 5}`).join(', ')},
       revision = revision + 1, edited_at = $3, edited_by = $4
     where client_id = $1 and id = $2 and state = 'draft'`,
    [clientId, id, now, by, ...names.map((name) => fields[name])],
  );
}

/** Null takes it away. */
export async function writeLogo(
  tx: Tx,
  { clientId, id }: LookKey,
  logo: { name: string; width: number; height: number; png: Buffer } | null,
  { by, now }: Edit,
): Promise<void> {
  await tx.query(
    `update client_looks set logo = $3, logo_name = $4, logo_width = $5, logo_height = $6,
       revision = revision + 1, edited_at = $7, edited_by = $8
     where client_id = $1 and id = $2 and state = 'draft'`,
    [clientId, id, logo?.png ?? null, logo?.name ?? null, logo?.width ?? null, logo?.height ?? null, now, by],
  );
}

export async function writeProposed(tx: Tx, { clientId, id }: LookKey, { by, now }: Edit): Promise<void> {
  await tx.query(
    `update client_looks set state = 'proposed', proposed_at = $3, proposed_by = $4
     where client_id = $1 and id = $2 and state = 'draft'`,
    [clientId, id, now, by],
  );
}

/** Opens a look for changes again; an approval of the former revision then fails. */
export async function writeTakenBack(tx: Tx, { clientId, id }: LookKey): Promise<void> {
  await tx.query(
    `update client_looks set state = 'draft', proposed_at = null, proposed_by = null, revision = revision + 1
     where client_id = $1 and id = $2 and state = 'proposed'`,
    [clientId, id],
  );
}

export async function writeEnd(
  tx: Tx,
  { clientId, id }: LookKey,
  { state, reason }: { state: Exclude<LookState, 'draft' | 'proposed'>; reason: string },
  { by, now }: Edit,
): Promise<void> {
  await tx.query(
    `update client_looks set state = $3, reason = $4, decided_at = $5, decided_by = $6
     where client_id = $1 and id = $2`,
    [clientId, id, state, reason, now, by],
  );
}

export async function deleteDraft(tx: Tx, { clientId, id }: LookKey): Promise<void> {
  await tx.query(`delete from client_looks where client_id = $1 and id = $2 and state = 'draft'`, [
    clientId,
    id,
  ]);
}

/** Deletes the looks of a client that has left. */
export async function deleteLooks(tx: Tx, clientId: number): Promise<number> {
  const { rowCount } = await tx.query(`delete from client_looks where client_id = $1`, [clientId]);
  return rowCount ?? 0;
}

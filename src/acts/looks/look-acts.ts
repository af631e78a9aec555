/** Acts of clients on the looks of their gifts. */
import { isCampaign, lookFields, type LookFields } from '../../certificates/looks/client-look.ts';
import { cleanFields, type LookProblem } from '../../certificates/looks/judge-look.ts';
import {
  deleteDraft,
  findCampaignLook,
  findLook,
  insertDraft,
  writeFields,
  writeLogo,
  writeProposed,
  writeTakenBack,
  type KeptLook,
  type LookKey,
} from '../../certificates/looks/look-rows.ts';
import { makeLogo, type LogoRefusal } from '../../certificates/documents/pictures/make-logo.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { act, editBy, judge, mayEdit, missing, type LookActContext, type NotDone } from './look-act.ts';

export type LookBegun = { is: 'begun'; id: number } | { is: 'campaign' } | { is: 'too-many' } | NotDone;

/** A draft as another look, or as the one that its campaign has now; the one that is being made, if there is one. */
export function beginLook(
  ctx: LookActContext,
  principal: Principal,
  { clientId, campaign, like }: { clientId: number; campaign: string; like?: number },
  now: Date,
): Promise<LookBegun> {
  if (!mayEdit(principal, clientId)) return missing;
  if (campaign !== '' && !isCampaign(campaign)) return Promise.resolve({ is: 'campaign' });
  return act<LookBegun>(
    ctx,
    principal,
    clientId,
    async (tx) => {
      const open = await findCampaignLook(tx, { clientId, campaign }, 'open');
      if (open !== null) return { outcome: { is: 'begun', id: open.id }, act: null, look: open };
      const approved = await findCampaignLook(tx, { clientId, campaign }, 'approved');
      const draft = { clientId, campaign, like: like ?? approved?.id ?? null };
      const id = await insertDraft(tx, draft, editBy(principal, now));
      if (id === null) return { outcome: { is: 'too-many' }, act: null, look: { clientId, id: 0 } };
      return {
        outcome: { is: 'begun', id },
        act: 'look.begun',
        look: { clientId, id },
        after: { campaign },
      };
    },
    now,
  );
}

export type LookSaved = { is: 'saved' } | { is: 'wrong'; problems: LookProblem[] } | NotDone;

export function saveLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  typed: Partial<LookFields>,
  now: Date,
): Promise<LookSaved> {
  if (!mayEdit(principal, key.clientId)) return missing;
  const fields = cleanFields(typed);
  return act<LookSaved>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const draft = await findDraft(tx, key);
      if ('is' in draft) return draft;
      const problems = await judge(tx, key.clientId, fields);
      if (problems.length > 0) return { outcome: { is: 'wrong', problems }, act: null, look: key };
      const changed = changedFields(draft.fields, fields);
      if (changed === null) return { outcome: { is: 'saved' }, act: null, look: key };
      await writeFields(tx, key, fields, editBy(principal, now));
      return { outcome: { is: 'saved' }, act: 'look.changed', look: key, ...changed };
    },
    now,
  );
}

function changedFields(before: LookFields, after: LookFields): { before: object; after: object } | null {
  const names = lookFields.filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const only = (fields: LookFields): object => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { before: only(before), after: only(after) };
}

async function findDraft(tx: Tx, key: LookKey): Promise<KeptLook | NotDone> {
  const look = await findLook(tx, key);
  if (look === null) return { is: 'missing' };
  return look.state === 'draft' ? look : { is: 'moved' };
}

export type LogoSet = { is: 'saved' } | { is: 'refused'; why: LogoRefusal } | NotDone;

/** Null takes the logo away. */
export async function setLogo(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  upload: Buffer | null,
  now: Date,
): Promise<LogoSet> {
  if (!mayEdit(principal, key.clientId)) return { is: 'missing' };
  const made = upload === null ? null : await makeLogo(upload);
  if (made?.is === 'refused') return made;
  const logo = made?.logo ?? null;
  return act<LogoSet>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const draft = await findDraft(tx, key);
      if ('is' in draft) return draft;
      await writeLogo(tx, key, logo, editBy(principal, now));
      return {
        outcome: { is: 'saved' },
        act: 'look.logo',
        look: key,
        before: { logo: draft.hasLogo },
        after: { logo: logo !== null },
      };
    },
    now,
  );
}

export type LookProposed =
  | { is: 'proposed' }
  | { is: 'empty' }
  | { is: 'wrong'; problems: LookProblem[] }
  | NotDone;

export function proposeLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  now: Date,
): Promise<LookProposed> {
  if (!mayEdit(principal, key.clientId)) return missing;
  return act<LookProposed>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const draft = await findDraft(tx, key);
      if ('is' in draft) return draft;
      if (saysNothing(draft)) return { outcome: { is: 'empty' }, act: null, look: key };
      // A brand may have come since it was saved.
      const problems = await judge(tx, key.clientId, draft.fields);
      if (problems.length > 0) return { outcome: { is: 'wrong', problems }, act: null, look: key };
      await writeProposed(tx, key, editBy(principal, now));
      return { outcome: { is: 'proposed' }, act: 'look.proposed', look: key };
    },
    now,
  );
}

const saysNothing = ({ fields, hasLogo }: KeptLook): boolean =>
  !hasLogo && lookFields.every((field) => fields[field] === '');

export function takeBackLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  now: Date,
): Promise<{ is: 'draft' } | NotDone> {
  if (!mayEdit(principal, key.clientId)) return missing;
  return act<{ is: 'draft' }>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const look = await findLook(tx, key);
      if (look === null) return { is: 'missing' };
      if (look.state !== 'proposed') return { is: 'moved' };
      await writeTakenBack(tx, key);
      return { outcome: { is: 'draft' }, act: 'look.taken-back', look: key };
    },
    now,
  );
}

export function discardLook(
  ctx: LookActContext,
  principal: Principal,
  key: LookKey,
  now: Date,
): Promise<{ is: 'discarded' } | NotDone> {
  if (!mayEdit(principal, key.clientId)) return missing;
  return act<{ is: 'discarded' }>(
    ctx,
    principal,
    key.clientId,
    async (tx) => {
      const draft = await findDraft(tx, key);
      if ('is' in draft) return draft;
      await deleteDraft(tx, key);
      return {
        outcome: { is: 'discarded' },
        act: 'look.discarded',
        look: key,
        before: { campaign: draft.campaign },
      };
    },
    now,
  );
}

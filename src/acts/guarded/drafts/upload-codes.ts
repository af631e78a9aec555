/** An uploaded file of codes becomes a draft. */
import { createHash } from 'node:crypto';
import { actorOf, may, type Principal } from '../../../people/access/principal.ts';
import { recordAct } from '../../../people/audit/record-act.ts';
import { atomically, type Database } from '../../../platform/database/database.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { addDraft, poolProductsOf } from '../../../suppliers/mail/drafts.ts';
import type { FileReason } from '../../../suppliers/mail/file-reasons.ts';
import { maxFileBytes, weighFile } from '../../../suppliers/mail/weigh-file.ts';
import { askPreview } from './ask-draft-run.ts';
import type { DraftRules } from './draft-run.ts';
import { withinShare } from './upload-time.ts';

export const maxUploadBytes = maxFileBytes;
const maxNameCharacters = 255;

export interface UploadAsk {
  supplierId: number;
  fileName: string;
  bytes: Buffer;
  /** How it is previewed first. */
  rules: DraftRules;
}

export type Uploaded =
  | { is: 'added'; draftId: number }
  /** The same file came before. */
  | { is: 'known'; draftId: number }
  | { is: 'no-supplier' | 'no-product' }
  | { is: 'unreadable'; reason: FileReason };

/** Takes a file with codes as a draft, sealed, as if it had come by mail, and asks for its preview. */
export async function uploadCodes(
  db: Database,
  keyring: Keyring,
  principal: Principal,
  { supplierId, fileName, bytes, rules }: UploadAsk,
  now: Date,
): Promise<Uploaded> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  if (!may(principal, 'stock.load', party)) return { is: 'no-supplier' };
  const products = await poolProductsOf(db, supplierId);
  if (rules.productId === undefined ? products.length === 0 : !products.includes(rules.productId))
    return { is: 'no-product' };
  const weighed = await withinShare(db, supplierId, now, (time) => weighFile(fileName, bytes, time));
  if (weighed === null) return { is: 'unreadable', reason: { is: 'sender-too-slow' } };
  if (weighed.is === 'refused') return { is: 'unreadable', reason: weighed.reason };
  return atomically(db, async (tx) => {
    const by = actorOf(principal);
    const file = {
      supplierId,
      sender: by.actorName,
      fileName: [...fileName.toWellFormed().replaceAll('\0', '')].slice(0, maxNameCharacters).join(''),
      bytes,
      hash: createHash('sha256').update(bytes).digest(),
      rows: weighed.rows,
      senderCheck: { is: 'pass' as const, details: '' },
      source: 'page' as const,
    };
    const { is, draftId } = await addDraft(tx, keyring, file, now);
    if (is === 'known') return { is, draftId };
    await askPreview(tx, principal, { draftId, rules }, now);
    await recordAct(tx, keyring, { party, by, act: 'pool.uploaded', about: `draft ${draftId}` }, now);
    return { is, draftId };
  });
}

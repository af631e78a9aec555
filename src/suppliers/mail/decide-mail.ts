import { createHash } from 'node:crypto';
import type { MailPart, ParsedMail } from '../../platform/mail/arriving/parse-mail.ts';
import { answeredIds, isAutomatic, senderOf, type MailHead } from '../../platform/mail/arriving/read-head.ts';
import { byCell, type ReadingContext } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { fingerprintsOf } from '../../vault/fingerprints-of.ts';
import { codeFingerprint } from '../../vault/seal-code.ts';
import { findLetterAnswered, listRows, type LetterKey } from '../activation/find-letter.ts';
import { readReply } from '../activation/read-reply.ts';
import { supplierOfSender } from './senders.ts';
import { weighFile } from './weigh-file.ts';

/** What to do with a mail or one of its files. Texts never contain a code. */
export type MailDecision =
  | { is: 'ignored' | 'refused'; fileName: string; details: string; supplierId: number | null }
  | { is: 'draft'; fileName: string; supplierId: number; bytes: Buffer; hash: Buffer; rows: number }
  | ({ is: 'unclear'; details: string } & LetterKey)
  | ({ is: 'confirmed'; rows: number[] | null } & LetterKey);

interface Reader extends ReadingContext {
  keyring: Keyring;
}

/** The purpose of a mail, judged by its header; the rest is fetched only if needed. */
export type MailPurpose =
  | { is: 'settled'; decision: MailDecision }
  | { is: 'reply'; letter: LetterKey }
  | { is: 'files'; supplierId: number; sender: string };

const maxFiles = 20;

export async function purposeOf(db: Sql, head: MailHead): Promise<MailPurpose> {
  if (isAutomatic(head)) return settled(nothing('ignored', 'an automatic answer'));
  const sender = senderOf(head);
  if (sender === null) return settled(nothing('refused', 'the mail names no single sender'));
  const answered = await findLetterAnswered(db, answeredIds(head));
  if (answered !== null) {
    const { addresses, ...letter } = answered;
    // Only those who received the letter know its Message-ID; the address is checked too, in case it was shown to
    // others.
    if (addresses.includes(sender)) return { is: 'reply', letter };
    return settled({
      is: 'unclear',
      details: 'answered from an address that the letter did not go to',
      ...letter,
    });
  }
  const supplierId = await supplierOfSender(db, sender);
  if (supplierId === 'unknown')
    return settled(nothing('refused', 'the sender is no known address of a supplier'));
  if (supplierId === 'several')
    return settled(nothing('refused', 'several suppliers have this sender’s address'));
  return { is: 'files', supplierId, sender };
}

const settled = (decision: MailDecision): MailPurpose => ({ is: 'settled', decision });

export const nothing = (is: 'ignored' | 'refused', details: string): MailDecision => ({
  is,
  fileName: '',
  details,
  supplierId: null,
});

/** Decides what to do with a mail; changes nothing. Each mail gets at least one decision. */
export async function decideMail(
  reader: Reader,
  purpose: Exclude<MailPurpose, { is: 'settled' }>,
  mail: ParsedMail,
): Promise<MailDecision[]> {
  return purpose.is === 'reply'
    ? [await decideReply(reader, mail, purpose.letter)]
    : decideFiles(mail, purpose.supplierId);
}

async function decideReply(reader: Reader, mail: ParsedMail, letter: LetterKey): Promise<MailDecision> {
  const { supplierId } = letter;
  const unclear = (details: string): MailDecision => ({ is: 'unclear', details, ...letter });
  if (filesOf(mail).length > 0) return unclear('answered with a file');
  const rows = await listRows(reader, letter);
  const rowOfCode = new Map(rows.map(({ row, codeId }) => [codeId, row]));
  const codeOf = await codesByFingerprint(reader, supplierId, [...rowOfCode.keys()]);
  const reply = readReply(mail.text, {
    rows: rows.length,
    rowsOfNumber(text) {
      const codeId = codeOf.get(codeFingerprint(reader.keyring, supplierId, text).toString('hex'));
      const row = codeId === undefined ? undefined : rowOfCode.get(codeId);
      return row === undefined ? [] : [row];
    },
  });
  switch (reply.is) {
    case 'unclear':
      return unclear(reply.why);
    case 'all':
      return { is: 'confirmed', rows: null, ...letter };
    case 'some':
      return { is: 'confirmed', rows: reply.rows, ...letter };
  }
}

async function codesByFingerprint(
  reader: Reader,
  supplierId: number,
  codeIds: number[],
): Promise<Map<string, number>> {
  const found = byCell(reader, codeIds).map(([{ pageDb }, some]) => fingerprintsOf(pageDb, supplierId, some));
  return new Map((await Promise.all(found)).flatMap((codes) => [...codes]));
}

const pictureName = /\.(png|jpe?g|gif|webp|bmp|svg)$/i;

/** Pictures of signatures are not files of codes, unless they have another name. */
const filesOf = ({ parts }: ParsedMail): MailPart[] =>
  parts.filter(
    ({ type, fileName }) => !type.startsWith('image/') || (fileName !== null && !pictureName.test(fileName)),
  );

async function decideFiles(mail: ParsedMail, supplierId: number): Promise<MailDecision[]> {
  const files = filesOf(mail);
  const refused = (fileName: string, details: string): MailDecision => ({
    is: 'refused',
    fileName,
    details,
    supplierId,
  });
  if (files.length === 0) return [refused('', 'the mail brings no file and answers no letter')];
  if (files.length > maxFiles) return [refused('', `the mail brings more than ${maxFiles} files`)];
  const decisions: MailDecision[] = [];
  for (const [index, { bytes: content, ...file }] of files.entries()) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    const fileName = file.fileName ?? `file ${index + 1}`;
    const weighing = await weighFile(fileName, bytes);
    if (weighing.is === 'refused') {
      decisions.push(refused(fileName, weighing.details));
      continue;
    }
    const hash = createHash('sha256').update(bytes).digest();
    decisions.push({ is: 'draft', fileName, supplierId, bytes, hash, rows: weighing.rows });
  }
  return decisions;
}

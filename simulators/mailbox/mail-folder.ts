import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../src/platform/time/clock.ts';

/** A folder of a mailbox: mails as files, and an index with their order and flags. */
export interface MailFolder {
  /** Changes when all mails are renumbered (UIDVALIDITY). */
  uidValidity: number;
  /** Oldest first. */
  mails(): readonly KeptMail[];
  read(uid: number): Promise<Buffer>;
  add(source: Buffer): Promise<number>;
  addFlags(uid: number, flags: string[]): Promise<void>;
}

export interface KeptMail {
  uid: number;
  at: Date;
  bytes: number;
  flags: string[];
}

interface Index {
  uidValidity: number;
  nextUid: number;
  mails: (Omit<KeptMail, 'at'> & { at: string })[];
}

const maxMails = 500;

export async function openMailFolder(folder: string, clock: Clock): Promise<MailFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const indexFile = join(folder, 'index.json');
  const mailFile = (uid: number): string => join(folder, `${uid}.eml`);
  const text = await readFile(indexFile, 'utf8').catch(() => null);
  const born = Math.floor(clock.now().getTime() / 1000);
  const index = text === null ? { uidValidity: born, nextUid: 1, mails: [] } : (JSON.parse(text) as Index);
  const mails: KeptMail[] = index.mails.map((mail) => ({ ...mail, at: new Date(mail.at) }));
  let { nextUid } = index;
  let writing: Promise<void> = Promise.resolve();

  /** Writes run one after another, each based on the previous state. */
  function writeIndex(): Promise<void> {
    const before = writing;
    const write = async (): Promise<void> => {
      await before;
      const state = JSON.stringify({ uidValidity: index.uidValidity, nextUid, mails });
      await writeFile(`${indexFile}.new`, state, { mode: 0o600 });
      await rename(`${indexFile}.new`, indexFile);
    };
    writing = write();
    return writing;
  }

  return {
    uidValidity: index.uidValidity,
    mails: () => mails,
    read: (uid) => readFile(mailFile(uid)),
    async add(source) {
      const uid = nextUid;
      nextUid += 1;
      await writeFile(mailFile(uid), source, { mode: 0o600 });
      mails.push({ uid, at: clock.now(), bytes: source.length, flags: [] });
      // Two mails may be written at the same time; their numbers give the order.
      mails.sort((one, other) => one.uid - other.uid);
      const old = mails.splice(0, Math.max(0, mails.length - maxMails));
      await writeIndex();
      await Promise.all(old.map((mail) => rm(mailFile(mail.uid), { force: true })));
      return uid;
    },
    async addFlags(uid, flags) {
      const mail = mails.find((one) => one.uid === uid);
      if (mail === undefined) return;
      mail.flags = [...new Set([...mail.flags, ...flags])];
      await writeIndex();
    },
  };
}

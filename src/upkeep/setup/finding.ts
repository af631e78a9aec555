import type { CertificateProblem } from '../../platform/network/certificate-problem.ts';
import type { MailboxProblem } from '../../platform/mail/mailbox.ts';

/** What is looked at before the first order, in this order. */
export const checkNames = [
  'settings',
  'node',
  'database',
  'tables',
  'role',
  'master-key',
  'mail-out',
  'mail-domain',
  'mail-in',
  'sms',
  'address',
  'certificates',
  'suppliers',
  'products',
  'clock',
  'disk',
  'heartbeat',
  'alerts',
] as const;
export type CheckName = (typeof checkNames)[number];

export const isCheckName = (text: string): text is CheckName =>
  (checkNames as readonly string[]).includes(text);

/** What a check may find, with what its text says; never a secret. */
export interface Findings {
  'settings-read': { given: number };
  /** `problem` is the sentence with which a process would refuse to start. */
  'setting-wrong': { problem: string };
  'setting-unknown': { name: string };
  'setting-unsafe': { warning: string };
  'settings-open': { file: string };
  /** Node goes on without them. */
  'authorities-unread': { file: string };
  'node-ok': { node: string };
  'node-old': { node: string; needed: number };
  'database-silent': { details: string };
  'tables-ok': { migrations: number };
  'tables-behind': { count: number; first: string };
  'tables-ahead': { count: number; last: string };
  /** Older than what this version can bring up to date. */
  'tables-older': { last: string };
  'role-ok': { role: string };
  'role-embedded': object;
  'role-owner': { role: string; serve: string; work: string };
  'role-mighty': { role: string; can: 'superuser' | 'owns' | 'creates' };
  'role-lacks': { role: string; count: number; tables: string };
  'key-unusable': { details: string };
  'dns-ok': { record: DnsRecord; name: string };
  'dns-missing': { record: DnsRecord; name: string; value: string };
  'dns-differs': { record: DnsRecord; name: string; value: string };
  'dns-several': { record: DnsRecord; name: string };
  'dns-weak': { name: string };
  'dns-silent': { name: string; details: string };
  'dns-unneeded': object;
  'certificate-ok': { of: string; days: number };
  'certificate-soon': { of: string; days: number };
  'certificate-over': { of: string };
  'certificates-none': object;
  /** What a connection of the platform to this server breaks off for. */
  'certificate-refused': { of: string; why: CertificateProblem };
  'supplier-reached': { supplier: string; host: string };
  'supplier-silent': { supplier: string; host: string; details: string };
  'suppliers-none': object;
  /** `onWord`: of them, those that somebody vouches for. */
  'products-offered': { offered: number; onWord: number };
  'products-waiting': { waiting: number };
  /** It needs what another check misses. */
  'not-checked': { because: Lack };
  'check-failed': { details: string };
  'database-ok': { version: string; embedded: boolean; megabytes: number };
  'database-old': { version: string };
  /** Processes refuse it. */
  'database-restored': object;
  'database-unchecked': { details: string };
  /** With the node of a cluster, if it is one. */
  'database-unsafe': { setting: string; node?: string };
  'snapshot-old': { seconds: number; pid: number; name: string; state: string; node?: string };
  'node-there': { node: string; cells: number[] };
  'node-away': { node: string; cells: number[] };
  'key-opens': { fingerprint: string };
  'key-not-kept': object;
  'key-kept': { at: string };
  'mail-out-ok': { host: string; encrypted: boolean };
  'mail-out-unset': object;
  'mail-out-failed': { host: string; details: string };
  'sender-example': { from: string };
  'mail-unsigned': object;
  'mail-in-ok': { mailbox: 'codes' | 'bounces' };
  /** Mails that are dealt with leave the mailbox. */
  'mail-in-cleared': { folder: string; days: number };
  'mail-in-left': { count: number; days: number };
  'mail-in-unset': { mailbox: 'codes' | 'bounces' };
  'mail-in-failed': { mailbox: 'codes' | 'bounces'; why: Exclude<MailboxProblem, CertificateProblem> };
  'sms-set': { provider: string };
  'sms-unset': object;
  'sms-failed': { provider: string };
  'address-ok': { address: string };
  'address-here': { address: string };
  'address-silent': { address: string; details: string };
  'address-other': { address: string };
  'clock-ok': { ms: number };
  'clock-wrong': { ms: number };
  'disk-ok': { gigabytes: number };
  'disk-low': { gigabytes: number };
  'disk-elsewhere': object;
  'heartbeat-ok': { file: string };
  'heartbeat-unset': object;
  'heartbeat-absent': { file: string };
  'heartbeat-unreadable': { file: string; why: string };
  'heartbeat-other': { file: string };
  'heartbeat-behind': object;
  'heartbeat-old': { file: string };
  /** On the disk of the database. */
  'heartbeat-near': { file: string };
  'alerts-ok': { address: string };
  'alerts-unset': object;
}

export type DnsRecord = 'SPF' | 'DKIM' | 'DMARC' | 'MX';

/** What may be missing for a check. */
export type Lack = 'database' | 'tables' | 'master-key';

export type FindingName = keyof Findings;
export type Finding = { [Name in FindingName]: { is: Name } & Findings[Name] }[FindingName];

/** `note`: the platform works, but somebody should know; `wrong`: it does not work like this. */
export type CheckState = 'ok' | 'note' | 'wrong';

const stateOf: Record<FindingName, CheckState> = {
  'settings-read': 'ok',
  'setting-wrong': 'wrong',
  'setting-unknown': 'note',
  'setting-unsafe': 'note',
  'settings-open': 'wrong',
  'authorities-unread': 'wrong',
  'node-ok': 'ok',
  'node-old': 'wrong',
  'database-silent': 'wrong',
  'tables-ok': 'ok',
  'tables-behind': 'wrong',
  'tables-ahead': 'note',
  'tables-older': 'wrong',
  'role-ok': 'ok',
  'role-embedded': 'ok',
  'role-owner': 'ok',
  'role-mighty': 'note',
  'role-lacks': 'wrong',
  'key-unusable': 'wrong',
  'dns-ok': 'ok',
  'dns-missing': 'note',
  'dns-differs': 'wrong',
  'dns-several': 'wrong',
  'dns-weak': 'note',
  'dns-silent': 'note',
  'dns-unneeded': 'ok',
  'certificate-ok': 'ok',
  'certificate-soon': 'note',
  'certificate-over': 'wrong',
  'certificates-none': 'ok',
  'certificate-refused': 'wrong',
  'supplier-reached': 'ok',
  'supplier-silent': 'note',
  'suppliers-none': 'ok',
  'products-offered': 'ok',
  'products-waiting': 'note',
  'not-checked': 'note',
  'check-failed': 'wrong',
  'database-ok': 'ok',
  'database-old': 'wrong',
  'database-restored': 'wrong',
  'database-unchecked': 'wrong',
  'database-unsafe': 'wrong',
  'snapshot-old': 'note',
  'node-there': 'ok',
  'node-away': 'wrong',
  'key-opens': 'ok',
  'key-not-kept': 'note',
  'key-kept': 'ok',
  'mail-out-ok': 'ok',
  'mail-out-unset': 'wrong',
  'mail-out-failed': 'wrong',
  'sender-example': 'wrong',
  'mail-unsigned': 'note',
  'mail-in-ok': 'ok',
  'mail-in-cleared': 'ok',
  'mail-in-left': 'note',
  'mail-in-unset': 'note',
  'mail-in-failed': 'wrong',
  'sms-set': 'ok',
  'sms-unset': 'note',
  'sms-failed': 'wrong',
  'address-ok': 'ok',
  'address-here': 'note',
  'address-silent': 'note',
  'address-other': 'wrong',
  'clock-ok': 'ok',
  'clock-wrong': 'wrong',
  'disk-ok': 'ok',
  'disk-low': 'wrong',
  'disk-elsewhere': 'ok',
  'heartbeat-ok': 'ok',
  'heartbeat-unset': 'note',
  'heartbeat-absent': 'note',
  'heartbeat-unreadable': 'wrong',
  'heartbeat-other': 'wrong',
  'heartbeat-behind': 'wrong',
  'heartbeat-old': 'note',
  'heartbeat-near': 'note',
  'alerts-ok': 'ok',
  'alerts-unset': 'note',
};

export const findingNames = Object.keys(stateOf) as FindingName[];
export const findingState = ({ is }: Finding): CheckState => stateOf[is];

export interface CheckResult {
  name: CheckName;
  state: CheckState;
  findings: Finding[];
}

export function resultOf(name: CheckName, findings: Finding[]): CheckResult {
  const states = new Set(findings.map(findingState));
  return { name, state: states.has('wrong') ? 'wrong' : states.has('note') ? 'note' : 'ok', findings };
}

/** What is looked at before the first order, in this order. */
export const checkNames = [
  'database',
  'master-key',
  'mail-out',
  'mail-in',
  'sms',
  'address',
  'clock',
  'disk',
  'alerts',
] as const;
export type CheckName = (typeof checkNames)[number];

export const isCheckName = (text: string): text is CheckName =>
  (checkNames as readonly string[]).includes(text);

/** What a check may find, with what its text says; never a secret. */
export interface Findings {
  'database-ok': { version: string; embedded: boolean; megabytes: number };
  'database-old': { version: string };
  'database-unsafe': { setting: string };
  'key-opens': { fingerprint: string };
  'key-not-kept': object;
  'key-kept': { at: string };
  'mail-out-ok': { host: string; encrypted: boolean };
  'mail-out-unset': object;
  'mail-out-failed': { host: string; details: string };
  'sender-example': { from: string };
  'mail-unsigned': object;
  'mail-in-ok': { mailbox: 'codes' | 'bounces' };
  'mail-in-unset': { mailbox: 'codes' | 'bounces' };
  'mail-in-failed': { mailbox: 'codes' | 'bounces'; why: 'sign-in' | 'no-folder' | 'not-reached' };
  'sms-set': { provider: string };
  'sms-unset': object;
  'sms-failed': { provider: string };
  'address-ok': { address: string };
  'address-here': { address: string };
  'address-silent': { address: string; details: string };
  'address-other': { address: string };
  'certificate-ends': { days: number };
  'clock-ok': { ms: number };
  'clock-wrong': { ms: number };
  'disk-ok': { gigabytes: number };
  'disk-low': { gigabytes: number };
  'disk-elsewhere': object;
  'alerts-ok': { address: string };
  'alerts-unset': object;
}

export type FindingName = keyof Findings;
export type Finding = { [Name in FindingName]: { is: Name } & Findings[Name] }[FindingName];

/** `note`: the platform works, but somebody should know; `wrong`: it does not work like this. */
export type CheckState = 'ok' | 'note' | 'wrong';

const stateOf: Record<FindingName, CheckState> = {
  'database-ok': 'ok',
  'database-old': 'wrong',
  'database-unsafe': 'wrong',
  'key-opens': 'ok',
  'key-not-kept': 'note',
  'key-kept': 'ok',
  'mail-out-ok': 'ok',
  'mail-out-unset': 'wrong',
  'mail-out-failed': 'wrong',
  'sender-example': 'wrong',
  'mail-unsigned': 'note',
  'mail-in-ok': 'ok',
  'mail-in-unset': 'note',
  'mail-in-failed': 'wrong',
  'sms-set': 'ok',
  'sms-unset': 'note',
  'sms-failed': 'wrong',
  'address-ok': 'ok',
  'address-here': 'note',
  'address-silent': 'note',
  'address-other': 'wrong',
  'certificate-ends': 'note',
  'clock-ok': 'ok',
  'clock-wrong': 'wrong',
  'disk-ok': 'ok',
  'disk-low': 'wrong',
  'disk-elsewhere': 'ok',
  'alerts-ok': 'ok',
  'alerts-unset': 'note',
};

const findingState = ({ is }: Finding): CheckState => stateOf[is];

export interface CheckResult {
  name: CheckName;
  state: CheckState;
  findings: Finding[];
}

export function resultOf(name: CheckName, findings: Finding[]): CheckResult {
  const states = new Set(findings.map(findingState));
  return { name, state: states.has('wrong') ? 'wrong' : states.has('note') ? 'note' : 'ok', findings };
}

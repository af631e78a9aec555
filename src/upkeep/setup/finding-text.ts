/** The shape of what the checks say. */
import type { CheckName, CheckState, FindingName, Findings } from './finding.ts';

/** What was found, and what is to be done about it. */
export interface FindingText {
  says: string;
  todo?: string;
}

export interface SetupCheckLabels {
  checks: Record<CheckName, string>;
  states: Record<CheckState, string>;
  findings: { [Name in FindingName]: (values: Findings[Name]) => FindingText };
}

type OfMail = Extract<FindingName, `mail-${string}` | 'sender-example'>;
export type MailCheckLabels = Pick<SetupCheckLabels['findings'], OfMail>;

export const mailboxSettings = { codes: 'FACEVALUE_IMAP_URL', bounces: 'FACEVALUE_BOUNCE_IMAP_URL' } as const;

import { codeMailFaults, replyFaults } from './supplier/mail-faults.ts';

/** A supplier of the demo world, as its pages name it. */
export interface PlayedSupplier {
  key: string;
  name: string;
  /** Whether the platform calls it; one that is never called can't misbehave. */
  called: boolean;
  /** What it does of its own accord, when somebody presses a button of its page. */
  deeds: SupplierDeed[];
}

export interface SupplierDeed {
  is: 'pull' | 'confirm' | 'reply' | 'send-codes';
  /** False: it could not be done. */
  act: (ask: DeedAsk) => Promise<boolean>;
}

/** What the form of a deed says; each deed reads what it needs. */
export interface DeedAsk {
  codes: number;
  rows: string;
  /** Empty: it is done well. */
  fault: string;
}

/** The faults that each deed knows. */
export const deedFaults = {
  pull: [],
  confirm: [],
  reply: replyFaults,
  'send-codes': codeMailFaults,
} as const satisfies Record<SupplierDeed['is'], readonly string[]>;

/** Codes that one mail brings at the most. */
export const maxSentCodes = 1000;

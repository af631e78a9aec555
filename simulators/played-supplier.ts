import type { ProtocolName } from './supplier/start-simulator.ts';
import { codeMailFaults, replyFaults } from './supplier/mail-faults.ts';

/** A simulated supplier of the demo. */
export interface PlayedSupplier {
  key: string;
  name: string;
  /** Whether the platform calls it; faults apply only to calls. */
  called: boolean;
  /** How its codes come: by which protocol it is called, or how those of its pool are activated. */
  way: ProtocolName | 'api' | 'pull' | 'letter';
  /** Its own actions, started by buttons of its page. */
  deeds: SupplierDeed[];
}

export interface SupplierDeed {
  is: 'pull' | 'confirm' | 'reply' | 'send-codes';
  /** False: the action failed. */
  act: (ask: DeedAsk) => Promise<boolean>;
}

/** The fields of an action's form; each action reads what it needs. */
export interface DeedAsk {
  codes: number;
  rows: string;
  /** Empty: no fault. */
  fault: string;
}

/** The faults of each action. */
export const deedFaults = {
  pull: [],
  confirm: [],
  reply: replyFaults,
  'send-codes': codeMailFaults,
} as const satisfies Record<SupplierDeed['is'], readonly string[]>;

/** Maximum number of codes per mail. */
export const maxSentCodes = 1000;

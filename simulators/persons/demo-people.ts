/** The persons of the demo, as its page lists them. */
import type { Side } from '../../src/people/access/party.ts';

export interface ListedPerson {
  membershipId: number;
  email: string;
  name: string;
  side: Side;
  partyName: string;
  role: string;
  /** What their authenticator shows now; null: they have none. */
  code: string | null;
}

export interface DemoPeople {
  /** The same for all. */
  password: string;
  list(): Promise<ListedPerson[]>;
  /** Answers the cookie of a new session with everything proven; null: there is no such person of the demo. */
  signIn(membershipId: number, device: { address: string; agent: string }): Promise<string | null>;
}

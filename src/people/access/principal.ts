import { userInfo } from 'node:os';
import { isSame, type Party, type Side } from './party.ts';
import { permissionsOf, type Permission } from './rights.ts';
import { needsStepUp } from './step-up.ts';

/** On whose behalf a verb is called. Verbs ask `permit` or `may`; pages and commands only pass it on. */
export type Principal = PersonPrincipal | ProgramPrincipal | CommandPrincipal;

/** A person who signed in at `/in`, as a member of the party that was chosen, or a cashier at a till. */
export interface PersonPrincipal {
  is: 'person';
  personId: number;
  name: string;
  side: Side;
  partyId: number;
  role: string;
  /** False while a second factor is still owed: nothing is allowed then. */
  isWhole: boolean;
  steppedUpAt: Date | null;
}

/** A client's or supplier's program, known by its key. */
export interface ProgramPrincipal {
  is: 'program';
  side: 'client' | 'supplier';
  partyId: number;
  /** Which of the client's keys. */
  keyVersion?: number | undefined;
}

/** A user with a shell on the installation, who may do everything. */
export interface CommandPrincipal {
  is: 'command';
}

export const fromShell: CommandPrincipal = { is: 'command' };

/** What a program may; orders of clients are judged by the client API itself. */
const ofPrograms: Record<ProgramPrincipal['side'], readonly Permission[]> = {
  client: ['money.move'],
  supplier: ['codes.check', 'codes.redeem'],
};

/** Whether the principal may do this to what belongs to the party. A step-up is another question: `permit`. */
export function may(principal: Principal, permission: Permission, party: Party): boolean {
  switch (principal.is) {
    case 'command':
      return true;
    case 'program':
      return isSame(party, principal) && ofPrograms[principal.side].includes(permission);
    case 'person':
      return (
        principal.isWhole &&
        (principal.side === 'operator' || isSame(party, principal)) &&
        permissionsOf(principal.side, principal.role).includes(permission)
      );
  }
}

/** How long a proof that the person is there holds for acts that want it fresh. */
const stepUpMinutes = 10;

export type Permit = 'permitted' | 'forbidden' | 'step-up';

/** Like `may`, and says whether the person has to prove first that it is still them. */
export function permit(principal: Principal, permission: Permission, party: Party, now: Date): Permit {
  if (!may(principal, permission, party)) return 'forbidden';
  return principal.is !== 'person' || !needsStepUp(permission) || isFresh(principal, now)
    ? 'permitted'
    : 'step-up';
}

export function isFresh({ steppedUpAt }: Pick<PersonPrincipal, 'steppedUpAt'>, now: Date): boolean {
  return steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < stepUpMinutes * 60_000;
}

/** How the audit names a principal, for good, and how it was called then. */
export interface Actor {
  actor: string;
  actorName: string;
}

/** Whose shell it is, as the operating system says. */
function shellUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

export const personActor = (person: { personId: number; name: string }): Actor => ({
  actor: `person:${person.personId}`,
  actorName: person.name,
});

export function actorOf(principal: Principal): Actor {
  switch (principal.is) {
    case 'command':
      return { actor: `command:${shellUser()}`, actorName: `command (${shellUser()})` };
    case 'program': {
      const program = `program:${principal.side}/${principal.partyId}`;
      const { keyVersion } = principal;
      const actor = keyVersion === undefined ? program : `${program}/key-${keyVersion}`;
      return { actor, actorName: actor };
    }
    case 'person':
      return personActor(principal);
  }
}

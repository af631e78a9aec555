/** The kinds of letters to people of a client, and who gets them. */
import { permissionsOf, type Permission } from '../access/rights.ts';

/** What people of a client are written about; each kind is for those who may see what it tells. */
const mailKinds = {
  'low-balance': { needs: 'money.read', usualFor: ['owner', 'finance'] },
  'weekly-report': { needs: 'orders.read', usualFor: ['owner', 'finance'] },
  'bulk-paused': { needs: 'orders.read', usualFor: ['owner', 'finance'] },
  'letters-failed': { needs: 'orders.read', usualFor: ['owner'] },
  'texts-failed': { needs: 'orders.read', usualFor: ['owner'] },
  'callbacks-abandoned': { needs: 'callbacks.read', usualFor: ['owner', 'developer'] },
} as const satisfies Record<string, { needs: Permission; usualFor: readonly string[] }>;

export type MailKind = keyof typeof mailKinds;

export const mailKindNames = Object.keys(mailKinds) as MailKind[];

export const mayRead = (role: string, kind: MailKind): boolean =>
  permissionsOf('client', role).includes(mailKinds[kind].needs);

const isUsual = (role: string, kind: MailKind): boolean =>
  (mailKinds[kind].usualFor as readonly string[]).includes(role);

/** Whether a member gets a kind: by its own choice, else by what is usual; never what the role may not see. */
export const getsMail = (role: string, kind: MailKind, choice: boolean | null): boolean =>
  mayRead(role, kind) && (choice ?? isUsual(role, kind));

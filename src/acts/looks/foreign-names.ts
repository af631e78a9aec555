/** Names under which a look must not appear: brands and suppliers that are not the client's own, and the platform itself. */
import type { LookField, LookFields } from '../../certificates/looks/client-look.ts';
import type { LookProblem } from '../../certificates/looks/judge-look.ts';
import { looksSame, names } from '../../certificates/looks/names.ts';
import type { Sql } from '../../platform/database/database.ts';

const platformName = 'Facevalue';

export interface ForeignNames {
  /** What the operator and the contract call the client. */
  own: string;
  /** Addresses whose domains are the client's. */
  ownAddresses: readonly string[];
  others: readonly string[];
}

export async function readForeignNames(db: Sql, clientId: number): Promise<ForeignNames | null> {
  const { rows } = await db.query<{ name: string; mail: string | null; url: string | null }>(
    `select name, contact_mail as mail, callback_url as url from clients where id = $1 and forgotten_at is null`,
    [clientId],
  );
  const [client] = rows;
  if (client === undefined) return null;
  const { rows: others } = await db.query<{ name: string }>(
    `select name from brands union select name from suppliers`,
  );
  return {
    own: client.name,
    ownAddresses: [client.mail, client.url].filter((address) => address !== null),
    others: [platformName, ...others.map(({ name }) => name)],
  };
}

const foreignIn = (text: string, { own, others }: ForeignNames): string | undefined =>
  others.find((name) => names(text, name) && !names(own, name));

/** Nobody sends as somebody else. */
export function judgeSender({ senderName }: LookFields, foreign: ForeignNames): LookProblem[] {
  const found = senderName === '' ? undefined : foreignIn(senderName, foreign);
  return found === undefined ? [] : [{ field: 'senderName', why: 'foreign-name', found }];
}

/** What the operator looks at before a look is approved; none of it is refused. */
export interface LookNote {
  field: LookField;
  why: 'unlike-client' | 'names' | 'foreign-address';
  found: string;
}

const words = ['greetingRu', 'greetingEn', 'footerRu', 'footerEn'] as const;

export function notesOn(fields: LookFields, foreign: ForeignNames): LookNote[] {
  const { senderName, supportEmail, site } = fields;
  const unlike = senderName !== '' && !names(foreign.own, senderName) && !names(senderName, foreign.own);
  return [
    ...(unlike && !looksSame(senderName, foreign.own)
      ? [{ field: 'senderName', why: 'unlike-client', found: foreign.own } as const]
      : []),
    ...words.flatMap((field): LookNote[] => {
      const found = foreignIn(fields[field], foreign);
      return found === undefined ? [] : [{ field, why: 'names', found }];
    }),
    ...(['supportEmail', 'site'] as const).flatMap((field): LookNote[] => {
      const host = hostOf(field === 'site' ? site : supportEmail);
      const isOwn = foreign.ownAddresses.some((address) => isOfSameName(hostOf(address), host));
      return host === '' || isOwn ? [] : [{ field, why: 'foreign-address', found: host }];
    }),
  ];
}

const hostOf = (address: string): string =>
  address.includes('://')
    ? (URL.parse(address)?.hostname ?? '')
    : address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** One is the other or a name below it. */
const isOfSameName = (one: string, other: string): boolean =>
  one !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));

/** A call of the platform, independent of the protocol. */
export type Ask =
  | { kind: 'issue'; requestId: string; roubles: number }
  | { kind: 'activate'; requestId: string; code: string };

/** The supplier's answer. */
export type Saying =
  | {
      is: 'issued';
      requestId: string;
      roubles: number;
      code: string;
      pin: string;
      /** `YYYY-MM-DD hh:mm:ss`, Moscow. */
      expireAt: string;
    }
  | { is: 'activated' }
  | { is: 'refused'; why: 'no_stock' | 'limit' | 'bad_face' | 'bad_code' };

export interface Call {
  method: string;
  /** The path after the supplier's key. */
  path: string;
  body: string;
}

export interface Answer {
  status: number;
  type: string;
  body: string;
}

export interface Understood {
  ask: Ask;
  say: (saying: Saying) => Answer;
}

/** One protocol; `null` if the call cannot be interpreted. */
export type Protocol = (call: Call) => Understood | null;

export const refusalTexts: Record<Extract<Saying, { is: 'refused' }>['why'], string> = {
  no_stock: 'Сертификаты этого номинала закончились',
  limit: 'Исчерпан лимит партнёра',
  bad_face: 'Такого номинала нет, или request_id уже использован с другим',
  bad_code: 'Код неизвестен или уже активирован',
};

/** Reads a call from plain fields; shared by protocols with the same names. */
export function askOf(kind: Ask['kind'], fields: unknown): Ask | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const { request_id: requestId, denomination, code } = fields as Record<string, unknown>;
  if (typeof requestId !== 'string' || requestId === '') return null;
  if (kind === 'issue') {
    const roubles = typeof denomination === 'string' ? Number(denomination) : denomination;
    return typeof roubles === 'number' && roubles > 0 ? { kind, requestId, roubles } : null;
  }
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && text !== '' ? { kind, requestId, code: text } : null;
}

/** The fields of an issued code, named as in the sample contract. */
export const issuedFields = ({
  requestId,
  roubles,
  code,
  pin,
  expireAt,
}: Extract<Saying, { is: 'issued' }>) => ({
  request_id: requestId,
  denomination: roubles,
  code,
  pin,
  expire_at: expireAt,
});

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

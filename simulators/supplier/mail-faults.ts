/** What a supplier can do wrong when it sends codes by mail. */
export const codeMailFaults = [
  'unknown-sender',
  'wrong-rows',
  'duplicate',
  'encrypted',
  'macros',
  'too-large',
] as const;
export type CodeMailFault = (typeof codeMailFaults)[number];

/** What its employee can do wrong when answering a letter. */
export const replyFaults = ['unknown-sender', 'wrong-rows', 'unclear', 'automatic'] as const;
export type ReplyFault = (typeof replyFaults)[number];

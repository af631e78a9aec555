/** Errors that a supplier can make when it sends codes by mail. */
export const codeMailFaults = [
  'unknown-sender',
  'wrong-rows',
  'duplicate',
  'encrypted',
  'macros',
  'too-large',
] as const;
export type CodeMailFault = (typeof codeMailFaults)[number];

/** Errors that its employee can make when replying to a letter. */
export const replyFaults = ['unknown-sender', 'wrong-rows', 'unclear', 'automatic'] as const;
export type ReplyFault = (typeof replyFaults)[number];

/** Whether a repeat of the same request may get another answer. */
export type Retry = 'no' | 'yes' | 'later' | 'after-fix';

export interface ErrorLine {
  code: number;
  meaning: string;
  retry: Retry;
}

/** Every error code of the API and its callbacks. */
export const errorTable = [
  { code: 1000, meaning: 'The request could not be read', retry: 'after-fix' },
  { code: 1001, meaning: 'There is no such operation', retry: 'after-fix' },
  { code: 1002, meaning: 'Client, signature or address is not accepted', retry: 'after-fix' },
  { code: 1003, meaning: 'Too many requests are waiting', retry: 'later' },
  { code: 1004, meaning: 'The certificate is not issued yet', retry: 'later' },
  { code: 1005, meaning: 'Not possible with this kind of key, test or live', retry: 'after-fix' },
  { code: 1102, meaning: 'Restricted by the limits of the brand', retry: 'later' },
  { code: 1201, meaning: 'The client has no such request', retry: 'no' },
  { code: 1207, meaning: 'The uuid was used before with other parameters', retry: 'no' },
  { code: 1208, meaning: 'The order waits for codes, or its code for activation', retry: 'later' },
  { code: 1209, meaning: 'The order ended without a certificate, or it was taken back', retry: 'no' },
  { code: 1210, meaning: 'The ttl ran out before the order was processed', retry: 'no' },
  { code: 1211, meaning: 'The certificate was sent again too often, or is being sent', retry: 'later' },
  { code: 1212, meaning: 'The order was cancelled before it was processed', retry: 'no' },
  { code: 1301, meaning: 'The supplier could not issue the certificate', retry: 'later' },
  { code: 3601, meaning: 'Fields are filled incorrectly, or the face is not available', retry: 'after-fix' },
  { code: 5000, meaning: 'The balance does not suffice', retry: 'later' },
  { code: 9000, meaning: 'Nothing could be decided', retry: 'yes' },
] as const satisfies readonly ErrorLine[];

export type ErrorCode = (typeof errorTable)[number]['code'];

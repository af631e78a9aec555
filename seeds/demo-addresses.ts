/** Addresses of the demo world that lead to this installation itself. */
export const pictureUrl = (baseUrl: string, picture: string, size: 'small' | 'medium' | 'large'): string =>
  `${baseUrl}/pictures/${picture}-${size}.png`;

/** Where a demo client's callbacks arrive, and where a person can look at them. */
export const callbackInbox = (baseUrl: string, clientId: number): string =>
  `${baseUrl}/demo/callbacks/${clientId}`;

/** Where a demo supplier is written to, and whose spreadsheets with codes are known. */
export const contactOf = (key: string): string => `codes@${key}.example`;

/** Who is told that codes and limits run out. */
export const operatorAddress = 'operator@facevalue.example';

/** The platform's own mailbox in the demo world. */
export const mailboxAddress = 'codes@facevalue.example';

/** Where letters come back to that can't be delivered. */
export const bounceAddress = 'bounces@facevalue.example';

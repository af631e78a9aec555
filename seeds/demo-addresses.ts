/** Addresses of the demo that belong to this installation itself. */
export const pictureUrl = (baseUrl: string, picture: string, size: 'small' | 'medium' | 'large'): string =>
  `${baseUrl}/pictures/${picture}-${size}.png`;

/** Where a demo client's callbacks arrive and can be viewed. */
export const callbackInbox = (baseUrl: string, clientId: number): string =>
  `${baseUrl}/demo/callbacks/${clientId}`;

/** The contact address of a demo supplier, from which spreadsheets with codes are accepted. */
export const contactOf = (key: string): string => `codes@${key}.example`;

/** Who gets alerts about codes and limits. */
export const operatorAddress = 'operator@facevalue.example';

/** The platform's own mailbox in the demo. */
export const mailboxAddress = 'codes@facevalue.example';

/** The bounce address. */
export const bounceAddress = 'bounces@facevalue.example';

/** Addresses of the demo world that lead to this installation itself. */
export const pictureUrl = (baseUrl: string, picture: string, size: 'small' | 'medium' | 'large'): string =>
  `${baseUrl}/pictures/${picture}-${size}.png`;

/** Where a demo client's callbacks arrive, and where a person can look at them. */
export const callbackInbox = (baseUrl: string, clientId: number): string =>
  `${baseUrl}/demo/callbacks/${clientId}`;

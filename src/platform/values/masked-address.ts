/** An e-mail address or phone by which its owner knows it, and nobody else can write to it. */
export const maskedAddress = (address: string): string =>
  address.includes('@')
    ? `${[...address][0] ?? ''}•••${address.slice(address.lastIndexOf('@'))}`
    : `${address.slice(0, 4)}•••••${address.slice(-2)}`;

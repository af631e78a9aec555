/** Returns so many decimal digits of a token of `Keyring.token`, for people who type them. */
export function digitsOfToken(token: string, digits: number): string {
  const number = Buffer.from(token, 'base64url').readBigUInt64BE() % 10n ** BigInt(digits);
  return String(number).padStart(digits, '0');
}

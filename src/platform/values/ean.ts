/** Whether the last digit of an EAN-13 is right: digits alone, from the left. */
export function hasEanCheckDigit(ean: string): boolean {
  const sum = Array.from(ean, Number).reduce(
    (total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

/** CRC-32 of two texts from those of each: polynomials over two elements, lowest power first, as in gzip. */

const polynomial = 0xed_b8_83_20;
const one = 0x80_00_00_00;
const eightBits = 0x00_80_00_00;

function multiplied(first: number, second: number): number {
  let [product, power] = [0, second];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((first & bit) !== 0) product ^= power;
    power = (power & 1) === 0 ? power >>> 1 : (power >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** What a checksum is multiplied with when so many bytes follow. */
export function shiftOf(bytes: number): number {
  let [shift, square] = [one, eightBits];
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiplied(shift, square);
    square = multiplied(square, square);
  }
  return shift;
}

export const joinChecksums = (before: number, after: { checksum: number; shift: number }): number =>
  (multiplied(after.shift, before) ^ after.checksum) >>> 0;

/** Letters of other alphabets that look like A to Z. */

/**
 * By alphabet, capital letters and what they look like. Only letters that are the same to the eye; no two of an alphabet become one, unless
 * they look the same themselves, and none becomes a digit: О and 0, З and 3 are different within one alphabet too.
 */
const alphabets: Record<string, [letters: string, ascii: string]> = {
  cyrillic: ['АВЕЅІЈКМНОРСТУХԌԚԜԀӀѴ', 'ABESIJKMHOPCTYXGQWDIV'],
  greek: ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿϜ', 'ABEZHIKMNOPTYXCJF'],
  armenian: ['ՕՏՍԼ', 'OSUL'],
  coptic: ['ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ', 'ABEHIKMNOPCTYX'],
  cherokee: ['ᎪᏴᏟᎠᎬᎶᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃᎥ', 'ABCDEGHJKLMPRSTVWZI'],
  lisu: ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'ABCDEFGHIJKLMNOPRSTUVWXYZ'],
  hebrew: ['ס', 'O'],
  georgian: ['ჿ', 'O'],
  // Phonetic letters; most have no capital form.
  latin: ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡǀ', 'ABCDEFGHIJKLMNOPRSTUVWYZAGI'],
};

const looksLike = new Map(
  Object.values(alphabets).flatMap(([letters, ascii]) =>
    Array.from(letters, (letter, place) => [letter.toUpperCase(), ascii.charAt(place)] as const),
  ),
);

/** A text of capital letters with those of A to Z that it looks like. To compare, never to show or keep. */
export const asLatinLetters = (capitals: string): string =>
  capitals.replace(/\P{ASCII}/gu, (letter) => looksLike.get(letter) ?? letter);

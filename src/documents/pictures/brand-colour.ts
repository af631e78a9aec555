/** Dark colours on which white text has a contrast of at least 4.5, each with a lighter companion. */
const tones = [
  { deep: '#7a1f3d', light: '#c4526b' },
  { deep: '#1f4a5f', light: '#3f8aa3' },
  { deep: '#3a2f6b', light: '#7a69b8' },
  { deep: '#14532d', light: '#3f9463' },
  { deep: '#7c3a12', light: '#c9783b' },
  { deep: '#0f4c4a', light: '#2f918a' },
  { deep: '#5b2245', light: '#a8568b' },
  { deep: '#233a73', light: '#5577c4' },
] as const;

export interface BrandColour {
  deep: string;
  light: string;
}

/** The colour for a brand without a picture; the same title always gets the same one. */
export function brandColour(title: string): BrandColour {
  let hash = 0;
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return tones[hash % tones.length] ?? tones[0];
}

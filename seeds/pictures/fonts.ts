/** The fonts as `@font-face` rules with embedded files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages of fonts by the names used in designs, with their weights. */
const fonts: Record<string, { package: string; files: Record<number, string> }> = {
  Unbounded: {
    package: 'unbounded',
    files: {
      300: '300Light/Unbounded_300Light',
      600: '600SemiBold/Unbounded_600SemiBold',
      900: '900Black/Unbounded_900Black',
    },
  },
  Playfair: {
    package: 'playfair-display',
    files: { 400: '400Regular/PlayfairDisplay_400Regular', 900: '900Black/PlayfairDisplay_900Black' },
  },
  RubikMono: { package: 'rubik-mono-one', files: { 400: '400Regular/RubikMonoOne_400Regular' } },
  Rubik: { package: 'rubik', files: { 500: '500Medium/Rubik_500Medium', 900: '900Black/Rubik_900Black' } },
  Oswald: { package: 'oswald', files: { 500: '500Medium/Oswald_500Medium', 700: '700Bold/Oswald_700Bold' } },
  Comfortaa: {
    package: 'comfortaa',
    files: { 400: '400Regular/Comfortaa_400Regular', 700: '700Bold/Comfortaa_700Bold' },
  },
  Cormorant: {
    package: 'cormorant',
    files: { 300: '300Light/Cormorant_300Light', 500: '500Medium/Cormorant_500Medium' },
  },
  Manrope: {
    package: 'manrope',
    files: { 500: '500Medium/Manrope_500Medium', 800: '800ExtraBold/Manrope_800ExtraBold' },
  },
  Caveat: { package: 'caveat', files: { 700: '700Bold/Caveat_700Bold' } },
  Tenor: { package: 'tenor-sans', files: { 400: '400Regular/TenorSans_400Regular' } },
  Dela: { package: 'dela-gothic-one', files: { 400: '400Regular/DelaGothicOne_400Regular' } },
  Jost: { package: 'jost', files: { 300: '300Light/Jost_300Light', 500: '500Medium/Jost_500Medium' } },
  Shantell: { package: 'shantell-sans', files: { 800: '800ExtraBold/ShantellSans_800ExtraBold' } },
  Onest: {
    package: 'onest',
    files: { 500: '500Medium/Onest_500Medium', 800: '800ExtraBold/Onest_800ExtraBold' },
  },
};

export async function fontFaces(folder: string): Promise<string> {
  const faces = Object.entries(fonts).flatMap(([name, font]) =>
    Object.entries(font.files).map(async ([weight, file]) => {
      const bytes = await readFile(
        join(folder, 'node_modules/@expo-google-fonts', font.package, `${file}.ttf`),
      );
      return `@font-face{font-family:${name};font-weight:${weight};src:url(data:font/ttf;base64,${bytes.toString('base64')})}`;
    }),
  );
  return (await Promise.all(faces)).join('');
}

/** Colours that go together: the sky from top to horizon, a light, and layers from far to near. */
export interface Palette {
  sky: string
  horizon: string
  light: string
  layers: readonly string[]
}

export const palettes: readonly Palette[] = [
  {
    sky: '#f6d5b8',
    horizon: '#f9ead9',
    light: '#fff6e5',
    layers: ['#e8a87c', '#c3766a', '#7d4f5b', '#3d3044'],
  },
  {
    sky: '#a8cfd6',
    horizon: '#e8f1ec',
    light: '#fffdf2',
    layers: ['#8fb7b0', '#5f938d', '#38696b', '#1f4247'],
  },
  {
    sky: '#d7d3ea',
    horizon: '#f5e6ea',
    light: '#fff5ee',
    layers: ['#b7a8cf', '#8a7fb3', '#5d5a8c', '#34375e'],
  },
  {
    sky: '#bcd6c1',
    horizon: '#f1f2df',
    light: '#fffbe0',
    layers: ['#9dbd8c', '#6f9a68', '#47724f', '#27483a'],
  },
  {
    sky: '#f2c6a0',
    horizon: '#fbe3c0',
    light: '#fff3d1',
    layers: ['#d98e5f', '#b0603f', '#7c3f33', '#47272b'],
  },
  {
    sky: '#27395c',
    horizon: '#e0927a',
    light: '#ffe3b8',
    layers: ['#5b5680', '#433f68', '#2c2d4f', '#191c36'],
  },
  {
    sky: '#cfe3ee',
    horizon: '#f7f3ea',
    light: '#ffffff',
    layers: ['#a9c4d4', '#7b9eb5', '#4f768f', '#2b4d63'],
  },
  {
    sky: '#f3e2c2',
    horizon: '#fbf5e6',
    light: '#fffdf5',
    layers: ['#d9c08f', '#b99a63', '#8a7148', '#554a37'],
  },
  {
    sky: '#e9c7cf',
    horizon: '#fbeae6',
    light: '#fff8f2',
    layers: ['#d699a6', '#b06a80', '#7c4763', '#472c47'],
  },
  {
    sky: '#9fc6c9',
    horizon: '#f4dcb9',
    light: '#fff1cf',
    layers: ['#d7a26c', '#9d8560', '#56736a', '#264a51'],
  },
]

//go:build amd64 && !purego

#include "textflag.h"

// A vector is 32 lanes: four registers of eight. Nothing is fused and every lane
// is reckoned alone, so the results are those of the plain code, to the bit.

// func addAVX2(to, v *vector)
TEXT ·addAVX2(SB), NOSPLIT, $0-16
	MOVQ to+0(FP), DI
	MOVQ v+8(FP), SI
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VADDPS (SI), Y0, Y0
	VADDPS 32(SI), Y1, Y1
	VADDPS 64(SI), Y2, Y2
	VADDPS 96(SI), Y3, Y3
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET

// func addTimesAVX2(to, v *vector, times float32)
TEXT ·addTimesAVX2(SB), NOSPLIT, $0-20
	MOVQ to+0(FP), DI
	MOVQ v+8(FP), SI
	VBROADCASTSS times+16(FP), Y4
	VMULPS (SI), Y4, Y0
	VMULPS 32(SI), Y4, Y1
	VMULPS 64(SI), Y4, Y2
	VMULPS 96(SI), Y4, Y3
	VADDPS (DI), Y0, Y0
	VADDPS 32(DI), Y1, Y1
	VADDPS 64(DI), Y2, Y2
	VADDPS 96(DI), Y3, Y3
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VZEROUPPER
	RET

// func stepAVX2(w *vector, m *moments, gradient *vector, constants *[3]float32, rate float32)
TEXT ·stepAVX2(SB), NOSPLIT, $0-36
	MOVQ w+0(FP), DI
	MOVQ m+8(FP), SI
	MOVQ gradient+16(FP), DX
	MOVQ constants+24(FP), AX
	VBROADCASTSS (AX), Y12
	VBROADCASTSS 4(AX), Y13
	VBROADCASTSS 8(AX), Y14
	VBROADCASTSS rate+32(FP), Y15
	MOVQ $4, CX
loop:
	VMOVUPS (DX), Y0
	VMOVUPS (SI), Y1
	VMOVUPS 128(SI), Y2
	VSUBPS Y1, Y0, Y3
	VMULPS Y3, Y12, Y3
	VADDPS Y3, Y1, Y1
	VMULPS Y0, Y0, Y4
	VSUBPS Y2, Y4, Y4
	VMULPS Y4, Y13, Y4
	VADDPS Y4, Y2, Y2
	VMOVUPS Y1, (SI)
	VMOVUPS Y2, 128(SI)
	VMULPS Y1, Y15, Y5
	VSQRTPS Y2, Y6
	VADDPS Y14, Y6, Y6
	VDIVPS Y6, Y5, Y5
	VMOVUPS (DI), Y7
	VSUBPS Y5, Y7, Y7
	VMOVUPS Y7, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, DX
	DECQ CX
	JNZ loop
	VZEROUPPER
	RET

//go:build amd64 && !purego

#include "textflag.h"

// Lanes is 32: a row is two registers of 16 lanes.

// func exchangeAVX2(to, from *[2]Row, old0, new0, old1, new1 *Row)
TEXT ·exchangeAVX2(SB), NOSPLIT, $0-48
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ old0+16(FP), AX
	MOVQ new0+24(FP), BX
	MOVQ old1+32(FP), CX
	MOVQ new1+40(FP), DX
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VPSUBW (AX), Y0, Y0
	VPSUBW 32(AX), Y1, Y1
	VPSUBW (CX), Y2, Y2
	VPSUBW 32(CX), Y3, Y3
	VPADDW (BX), Y0, Y0
	VPADDW 32(BX), Y1, Y1
	VPADDW (DX), Y2, Y2
	VPADDW 32(DX), Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// SEE clips the lanes of a register, squares them and adds their products with
// the weights at an address to the pairs of sums in another register. Y14 is
// zero, Y15 is Full.
#define SEE(lanes, at, sums) \
	VPMAXSW Y14, lanes, lanes \
	VPMINSW Y15, lanes, lanes \
	VPSLLW $6, lanes, lanes \
	VPMULHW lanes, lanes, lanes \
	VPMADDWD at(DX), lanes, lanes \
	VPADDD lanes, sums, sums

// func weighAVX2(own, other *view, weights *[2 * Lanes]int16) int32
TEXT ·weighAVX2(SB), NOSPLIT, $0-28
	MOVQ own+0(FP), DI
	MOVQ other+8(FP), SI
	MOVQ weights+16(FP), DX
	MOVQ 0(DI), AX
	MOVQ 8(DI), BX
	MOVQ 16(DI), CX
	MOVQ 0(SI), R8
	MOVQ 8(SI), R9
	MOVQ 16(SI), R10
	VPXOR Y14, Y14, Y14
	VPCMPEQW Y15, Y15, Y15
	VPSRLW $7, Y15, Y15 // 511
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VMOVDQU (AX), Y0
	VMOVDQU 32(AX), Y1
	VMOVDQU (R8), Y2
	VMOVDQU 32(R8), Y3
	VPADDW (BX), Y0, Y0
	VPADDW 32(BX), Y1, Y1
	VPADDW (R9), Y2, Y2
	VPADDW 32(R9), Y3, Y3
	VPADDW (CX), Y0, Y0
	VPADDW 32(CX), Y1, Y1
	VPADDW (R10), Y2, Y2
	VPADDW 32(R10), Y3, Y3
	SEE(Y0, 0, Y4)
	SEE(Y1, 32, Y5)
	SEE(Y2, 64, Y4)
	SEE(Y3, 96, Y5)
	VPADDD Y5, Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0x4E, X4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0xB1, X4, X5
	VPADDD X5, X4, X4
	VMOVD X4, AX
	MOVL AX, ret+24(FP)
	VZEROUPPER
	RET
